-- The day up to which the data reach: that of the latest gift that counts now, not later than today in
-- Paris. One row, its day null without gifts; files arrive late, so no figure goes by the clock.
create view horizon_a_jour as
with aujourdhui as (
  select (now() at time zone 'Europe/Paris')::date as jour
),
changes as materialized (
  select jour, nombre
  from decides_depuis(null::dons_par_jour_calcul)
  where jour <= (select jour from aujourdhui)
)
select max(jour) as jour
from (
  (
    select jour
    from dons_par_jour
    where jour <= (select jour from aujourdhui)
      and nombre + coalesce((select nombre from changes where changes.jour = dons_par_jour.jour), 0) > 0
    order by jour desc
    limit 1
  )
  union all
  select jour from changes where nombre > 0
) as jours;
