-- Ids of contacts compare byte by byte wherever they stand: the same order and the same joins on one server as on several,
-- whatever the locale of the database. What reads these columns is dropped first, and built again from its file.
do $$
declare
  objet record;
begin
  for objet in
    with colonnes as (
      select attrelid, attnum, attname
      from pg_attribute
      join pg_class on pg_class.oid = attrelid
      join pg_namespace on pg_namespace.oid = relnamespace
      where nspname in ('public', 'depots') and relkind in ('r', 'p') and not relispartition and not attisdropped
        and attname in ('contact_id', 'contact_brut', 'contact_principal', 'contact_a', 'contact_b', 'autre_id')
        and attcollation = 'pg_catalog."default"'::regcollation
    )
    select 1 as rang, format('drop %s if exists public.%I cascade', case relkind when 'm' then 'materialized view' else 'view' end, relname)
      as commande
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
      and exists (select from colonnes)
    union
    select 2, format('drop routine if exists %s cascade', objid::regprocedure)
    from pg_depend
    join colonnes on refobjid = attrelid and refobjsubid = attnum
    where classid = 'pg_proc'::regclass and refclassid = 'pg_class'::regclass
    union
    select 3, format('alter table %s %s', attrelid::regclass, string_agg(format('alter column %I type text collate "C"', attname), ', '))
    from colonnes
    group by attrelid
    order by rang
  loop
    execute objet.commande;
  end loop;
end
$$;
