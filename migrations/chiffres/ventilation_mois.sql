-- Gifts and their sum by code, on each of the four axes, and by month.
-- nom : Dons par code et par mois
-- clé : axe, annee, mois, code
-- sommes : nombre, montant
select
  ensemble,
  axe,
  date_part('year', jour)::smallint as annee,
  date_part('month', jour)::smallint as mois,
  code,
  sum(nombre) as nombre,
  sum(montant) as montant
from (
  select 'publies' as ensemble, ventilation_jours.* from ventilation_jours
  union all
  select ensemble, axe, jour, code, nombre, montant from decides_depuis(null::ventilation_jours_calcul)
) as jours
group by 1, 2, 3, 4, 5;
