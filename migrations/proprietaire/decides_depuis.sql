-- The rows of a view that are of the contacts who were excluded or reinstated since the publication (of a `…_calcul`,
-- those it calls `changes`). The view is asked only where somebody was, and by itself: on several servers it cannot be
-- part of a question of other things. The owner's: who reads a view runs no code that the service may change.
create function decides_depuis(modele anyelement) returns setof anyelement
language plpgsql stable parallel safe rows 100
as $$
declare
  vue pg_catalog.regclass :=
    (select typrelid from pg_catalog.pg_type where oid = pg_catalog.pg_typeof(modele));
begin
  if exists (
    select from public.evenements_exclusion where numero > (select evenement from public.faits_publies)
  ) then
    return query execute pg_catalog.format(
      case when vue::text like '%\_calcul' then 'select * from %s where ensemble = ''changes''' else 'select * from %s' end,
      vue
    );
  end if;
end
$$;
