-- Gifts and their sum by code, on each of the four axes, and by month.
create view ventilation_mois_calcul as
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
  select ensemble, axe, jour, code, nombre, montant from ventilation_jours_calcul where ensemble = 'changes'
) as jours
group by 1, 2, 3, 4, 5;
