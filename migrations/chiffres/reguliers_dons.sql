-- Gifts of series by month, and by the month of that year in which their series was known, by its fourth gift: 0 where it was
-- before, 13 where it will be.
-- nom : Dons réguliers, par mois
-- rôle : Pour l’écran Dons réguliers
-- clé : annee, mois, connue
-- sommes : dons, montant
select
  ensemble,
  date_part('year', jour)::smallint as annee,
  date_part('month', jour)::smallint as mois,
  case
    when date_part('year', connue_le) < date_part('year', jour) then 0
    when date_part('year', connue_le) > date_part('year', jour) then 13
    else date_part('month', connue_le)
  end::smallint as connue,
  sum(signe) as dons,
  sum(signe * somme) as montant
from series_comptees
cross join lateral unnest(jours, montants) as dons (jour, somme)
where connue_le is not null
group by 1, 2, 3, 4;
