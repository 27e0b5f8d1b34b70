-- dons_par_jour with what was decided about donors since.
create view dons_par_jour_a_jour as
select jour, sum(nombre)::bigint as nombre, sum(montant) as montant
from (
  select jour, nombre, montant from dons_par_jour
  union all
  select jour, nombre, montant from dons_par_jour_calcul where ensemble = 'changes'
) as parts
group by jour
having sum(nombre) <> 0;
