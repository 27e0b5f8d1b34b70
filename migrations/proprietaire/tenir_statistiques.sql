-- Analyses the tables that never were, or have grown by a fifth since, or changed by that and fifty rows: no question is
-- planned for a table of another size. It is the owner's, since the service may not analyse what is his; indexes of
-- expressions are computed with the rights of the owner of their table all the same. What another analyses now is left to
-- him.
create function tenir_statistiques()
returns void
language plpgsql
security definer
set search_path = pg_catalog, public, pg_temp
as $$
declare
  nom regclass;
begin
  -- Who asks at the same time waits for what is found here.
  perform pg_advisory_xact_lock(hashtextextended('tenir_statistiques', 0));
  for nom in
    with exclues as materialized (
      select relation
      from pg_locks
      where relation is not null and mode = 'AccessExclusiveLock'
        and database = (select oid from pg_database where datname = current_database())
    ),
    relations as (
      select
        c.oid,
        coalesce(inhparent, c.oid) as analysee,
        c.reltuples as lignes,
        -- The size of what is being exchanged would be waited for.
        case when c.oid not in (select relation from exclues) then
          pg_relation_size(c.oid) > 0 and (
            c.reltuples < 0
            or pg_relation_size(c.oid) / current_setting('block_size')::bigint > 1.2 * c.relpages
            or pg_stat_get_mod_since_analyze(c.oid) > 50 + 0.2 * c.reltuples
          )
        end as autre
      from pg_class c
      left join pg_inherits on inhrelid = c.oid
      where c.relkind in ('r', 'm') and c.relpersistence <> 't'
        and c.relnamespace in ('public'::regnamespace, 'partitions'::regnamespace)
    )
    select relations.analysee
    from relations
    join pg_class c on c.oid = relations.analysee
    where c.oid not in (select relation from exclues)
    group by c.oid, relations.analysee
    having bool_or(autre)
      or c.relkind = 'p' and sum(lignes) > 0
        and (c.reltuples < 0 or abs(sum(lignes) - c.reltuples) > 0.2 * c.reltuples)
    order by relations.analysee
  loop
    begin
      execute format('analyze (skip_locked) %s', nom);
    exception when undefined_table or lock_not_available then
      null;
    end;
  end loop;
end
$$;
