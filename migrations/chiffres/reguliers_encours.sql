-- Series that were known and active at the end of a month, by what was known then: the amount of their last gift up to then,
-- and how many months before that was (`recul`).
-- nom : Séries de dons, à chaque fin de mois
-- rôle : Pour l’écran Dons réguliers
-- clé : annee, mois, rythme, recul
-- sommes : montant
select
  ensemble,
  date_part('year', fin)::smallint as annee,
  date_part('month', fin)::smallint as mois,
  rythme,
  (12 * (date_part('year', fin) - date_part('year', jour)) + date_part('month', fin) - date_part('month', jour))::smallint as recul,
  sum(montant) as montant
from (
  select ensemble, rythme, jour, suite, sum(signe * somme) as montant
  from (
    select
      ensemble, signe, rythme, jours[rang] as jour, montants[rang] as somme,
      least(jours[rang + 1], jours[rang] + (arret - jours[cardinality(jours)])) as suite
    from series_comptees
    cross join lateral generate_series(4, cardinality(jours)) as rang
  ) as dons
  group by 1, 2, 3, 4
) as jours
cross join lateral (
  select (debut + interval '1 month')::date - 1 as fin
  from generate_series(date_trunc('month', jour::timestamp), suite, interval '1 month') as debut
) as fins
where fin < suite
group by 1, 2, 3, 4, 5;
