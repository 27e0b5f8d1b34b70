-- ventilation_jours with what was decided about donors since.
create view ventilation_jours_a_jour as
select axe, jour, code, sum(nombre)::bigint as nombre, sum(montant) as montant
from (
  select axe, jour, code, nombre, montant from ventilation_jours
  union all
  select axe, jour, code, nombre, montant from ventilation_jours_calcul where ensemble = 'changes'
) as parts
group by axe, jour, code
having sum(nombre) <> 0;
