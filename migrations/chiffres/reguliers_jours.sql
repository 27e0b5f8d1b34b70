-- Regular donors by the day on which they begin (`demarres`) or cease to be (`arretes`), and those with a series whose amount
-- goes up or down; `…_annee` counts a donor once a year, on the first of these days.
-- nom : Donateurs réguliers, par jour
-- rôle : Pour l’écran Dons réguliers
-- clé : jour
-- sommes : demarres, arretes, demarres_annee, arretes_annee, augmentes_annee, diminues_annee
select
  ensemble,
  jour,
  coalesce(sum(signe) filter (where fait = 'demarre'), 0) as demarres,
  coalesce(sum(signe) filter (where fait = 'arrete'), 0) as arretes,
  coalesce(sum(signe) filter (where fait = 'demarre' and premier_de_l_annee), 0) as demarres_annee,
  coalesce(sum(signe) filter (where fait = 'arrete' and premier_de_l_annee), 0) as arretes_annee,
  coalesce(sum(signe) filter (where fait = 'augmente' and premier_de_l_annee), 0) as augmentes_annee,
  coalesce(sum(signe) filter (where fait = 'diminue' and premier_de_l_annee), 0) as diminues_annee
from (
  select
    ensemble, signe, fait, jour,
    row_number() over (partition by ensemble, signe, contact_id, fait, date_part('year', jour) order by jour) = 1
      as premier_de_l_annee
  from (
    select ensemble, signe, contact_id, fait, jour
    from periodes_regulieres
    cross join lateral (values ('demarre', debut), ('arrete', arret)) as faits (fait, jour)
    union all
    select ensemble, signe, contact_id, case when change > 0 then 'augmente' else 'diminue' end, jour
    from changements_reguliers
  ) as faits
) as comptes
group by 1, 2;
