-- The day up to which the data reach: that of the latest gift that counts now, not later than today in
-- Paris. One row, its day null without gifts; files arrive late, so no figure goes by the clock. The latest days are
-- looked at first: nearly always it is one of them.
create view horizon_a_jour as
with aujourdhui as (
  select (now() at time zone 'Europe/Paris')::date as jour
),
recents as (
  select max(jour) - 60 as depuis from dons_par_jour_entier where jour <= (select jour from aujourdhui)
)
select
  coalesce(
    (
      select max(jour)
      from dons_par_jour_a_jour
      where jour > (select depuis from recents) and jour <= (select jour from aujourdhui) and nombre > 0
    ),
    (select max(jour) from dons_par_jour_a_jour where jour <= (select jour from aujourdhui) and nombre > 0)
  ) as jour;
