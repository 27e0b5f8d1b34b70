-- Whether four of these days follow each other at one pace: monthly, quarterly or yearly.
create function serie_reguliere(jours date[]) returns boolean
language sql immutable parallel safe
return exists (
  select
  from (
    select
      rythme,
      ecart between mini and maxi
        and lag(ecart, 1) over suite between mini and maxi
        and lag(ecart, 2) over suite between mini and maxi as regulier
    from (
      select jour, jour - lag(jour) over (order by jour) as ecart
      from (select distinct unnest(jours) as jour) as uns
    ) as ecarts
    cross join (values (1, 25, 37), (3, 80, 102), (12, 357, 373)) as rythmes (rythme, mini, maxi)
    window suite as (partition by rythme order by jour)
  ) as suites
  where regulier
);
