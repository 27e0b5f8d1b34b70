-- The views whose rows publications keep: the materialized ones and the breakdown by code, all that screens read but the
-- breakdown by day, which has a row for each code and day, and the groups, which no screen reads by themselves.
create function vues_publiees() returns text[]
language sql stable
as $$
  select array(
    select relname::text
    from pg_class
    where relnamespace = 'public'::regnamespace
      and (
        relkind = 'm' and relname <> 'donateurs_groupes'
        or relname = any (array['ventilation_donateurs', 'ventilation_mois'])
      )
    order by relname
  )
$$;
