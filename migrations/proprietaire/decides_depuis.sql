-- The rows of a view that are of the contacts who were excluded, reinstated, merged or separated since the publication (of
-- a `…_calcul`, those it calls `changes`; of a `…_regroupes`, where somebody was merged or separated). The view is asked only where somebody was, and by itself: on several servers it cannot be
-- part of a question of other things. They are few: workers would take longer to start than to read them. The owner's: who reads a
-- view runs no code that the service may change.
create function decides_depuis(modele anyelement) returns setof anyelement
language plpgsql stable parallel safe rows 100
set max_parallel_workers_per_gather = 0
as $$
declare
  vue pg_catalog.regclass :=
    (select typrelid from pg_catalog.pg_type where oid = pg_catalog.pg_typeof(modele));
begin
  if exists (
    select
    from public.evenements_exclusion
    where numero > (select evenement from public.faits_publies)
      and (
        type in ('FUSION', 'SEPARATION')
        or type in ('EXCLUSION', 'REINTEGRATION') and vue::text not like '%\_regroupes'
      )
  ) then
    -- What views ask again and again a session plans once.
    if vue = pg_catalog.to_regclass('public.contacts_changes') then
      return query select * from public.contacts_changes;
    elsif vue = pg_catalog.to_regclass('public.contacts_regroupes') then
      return query select * from public.contacts_regroupes;
    elsif vue = pg_catalog.to_regclass('public.donateurs_changes') then
      return query select * from public.donateurs_changes;
    else
      return query execute pg_catalog.format(
        case when vue::text like '%\_calcul' then 'select * from %s where ensemble = ''changes''' else 'select * from %s' end,
        vue
      );
    end if;
  end if;
end
$$;
