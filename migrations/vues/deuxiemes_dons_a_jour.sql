-- deuxiemes_dons with what was decided about donors since.
create view deuxiemes_dons_a_jour as
select
  jour,
  sum(nouveaux)::bigint as nouveaux,
  sum(avec_3)::bigint as avec_3,
  sum(avec_12)::bigint as avec_12,
  sum(avec_24)::bigint as avec_24
from (
  select jour, nouveaux, avec_3, avec_12, avec_24 from deuxiemes_dons
  union all
  select jour, nouveaux, avec_3, avec_12, avec_24 from deuxiemes_dons_calcul where ensemble = 'changes'
) as parts
group by jour
having sum(nouveaux) <> 0;
