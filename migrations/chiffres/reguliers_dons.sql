-- Gifts of series by day, and what that day changes of what the series known by then bring later in its year
-- (`montant_a_venir`): a gift counts from the day on which its series is known, or from the first of its year, to its own.
-- nom : Dons réguliers, par jour
-- rôle : Pour l’écran Dons réguliers
-- clé : annee, mois, jour
-- sommes : dons, montant, montant_a_venir
select
  ensemble,
  date_part('year', compte_le)::smallint as annee,
  date_part('month', compte_le)::smallint as mois,
  date_part('day', compte_le)::smallint as jour,
  sum(nombre) as dons,
  sum(somme) as montant,
  sum(change) as montant_a_venir
from (
  select
    ensemble,
    don_le,
    case when connue_le < don_le then greatest(connue_le, date_trunc('year', don_le::timestamp)::date) end as attendu_le,
    sum(signe) as dons,
    sum(signe * montant_don) as montant
  from series_comptees
  cross join lateral unnest(jours, montants) as dons (don_le, montant_don)
  where connue_le is not null
  group by 1, 2, 3
) as jours
cross join lateral (
  values
    (don_le, dons, montant, case when attendu_le is null then 0.00 else -montant end),
    (attendu_le, 0, 0.00, montant)
) as comptes (compte_le, nombre, somme, change)
where compte_le is not null
group by 1, 2, 3, 4;
