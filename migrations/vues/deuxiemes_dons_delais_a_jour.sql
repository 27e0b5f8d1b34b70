-- deuxiemes_dons_delais with what was decided about donors since; computed anew where that moved the horizon.
create view deuxiemes_dons_delais_a_jour as
select cohorte, delai, sum(nombre)::bigint as nombre
from (
  select cohorte, delai, nombre
  from deuxiemes_dons_delais
  where (select jour from horizon_publie) = (select jour from horizon_a_jour)
  union all
  select cohorte, delai, nombre
  from deuxiemes_dons_delais_calcul
  where ensemble = 'publies' and (select jour from horizon_publie) <> (select jour from horizon_a_jour)
  union all
  select cohorte, delai, nombre from deuxiemes_dons_delais_calcul where ensemble = 'changes'
) as parts
group by cohorte, delai
having sum(nombre) <> 0;
