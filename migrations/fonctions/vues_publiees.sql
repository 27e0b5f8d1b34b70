-- The materialized views whose rows publications keep: all that screens read but the breakdown by day, which has a row for
-- each code and day, and the groups, which no screen reads by themselves.
create function vues_publiees() returns text[]
language sql stable
as $$
  select array(
    select relname::text
    from pg_class
    where relnamespace = 'public'::regnamespace
      and relkind = 'm'
      and relname <> all (array['donateurs_groupes', 'ventilation_jours'])
    order by relname
  )
$$;
