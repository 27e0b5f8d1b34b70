-- Series by the day on which they are no longer active, with the amount of their last gift, the month of their first, and
-- whether they are more than possible (`sure`). `donateurs` counts those of a pace once, on the latest of these days, and
-- `reguliers` those of all paces.
-- nom : Séries de dons, par fin
-- rôle : Pour l’écran Dons réguliers
-- clé : arret, rythme, sure, premier_mois
-- sommes : series, montant, donateurs, reguliers
select
  ensemble, arret, rythme, sure, premier_mois,
  sum(signe) as series,
  sum(signe * montant) as montant,
  coalesce(sum(signe) filter (where rang = 1), 0) as donateurs,
  coalesce(sum(signe) filter (where rang_en_tout = 1), 0) as reguliers
from (
  select
    ensemble, signe, arret, rythme, montant,
    connue_le is not null as sure,
    date_trunc('month', premier::timestamp)::date as premier_mois,
    row_number() over (
      partition by ensemble, signe, contact_id, connue_le is not null, rythme order by arret desc, premier
    ) as rang,
    row_number() over (
      partition by ensemble, signe, contact_id, connue_le is not null order by arret desc, premier, rythme
    ) as rang_en_tout
  from series_comptees
) as series
group by 1, 2, 3, 4, 5;
