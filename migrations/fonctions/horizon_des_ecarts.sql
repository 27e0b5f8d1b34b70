-- The day of the latest gift that is not of a day to come, as a refresh finds it: of those published and what dons_ecarts
-- changes of them.
create function horizon_des_ecarts() returns date
language sql stable
return (
  select max(jour)
  from (
    select jour
    from (select jour, nombre from dons_par_jour union all select order_date, signe from dons_ecarts) as comptes
    where jour <= (now() at time zone 'Europe/Paris')::date
    group by jour
    having sum(nombre) > 0
  ) as jours
);
