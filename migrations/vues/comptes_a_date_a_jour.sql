-- comptes_a_date with what was decided about donors since.
create view comptes_a_date_a_jour as
select jour, axe, code, sum(nouveaux)::bigint as nouveaux, sum(anciens)::bigint as anciens
from (
  select jour, axe, code, nouveaux, anciens from comptes_a_date
  union all
  select jour, axe, code, nouveaux, anciens from comptes_a_date_calcul where ensemble = 'changes'
) as parts
group by jour, axe, code
having sum(nouveaux) <> 0 or sum(anciens) <> 0;
