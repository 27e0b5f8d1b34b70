-- What views ask by itself, so that it is no part of a question of other things: all rows of a view, and those of the
-- contacts who were excluded or reinstated since the publication, which servers are asked for only where somebody was.
-- They belong to the database's owner: who reads a view runs no code that the service may change. Only the coordinator
-- has them.
set local citus.enable_ddl_propagation = off;
create function releve(modele anyelement) returns setof anyelement
language plpgsql stable rows 100
as $$
begin
  return query execute pg_catalog.format(
    'select * from %s',
    (select typrelid::pg_catalog.regclass from pg_catalog.pg_type where oid = pg_catalog.pg_typeof(modele))
  );
end
$$;
create function depuis(modele anyelement) returns setof anyelement
language plpgsql stable rows 100
as $$
declare
  vue pg_catalog.regclass :=
    (select typrelid from pg_catalog.pg_type where oid = pg_catalog.pg_typeof(modele));
  question text := case
    when vue::text like '%_calcul' then 'select * from %s where ensemble = ''changes'''
    else 'select * from %s'
  end;
begin
  if exists (
    select from public.evenements_exclusion where numero > (select evenement from public.faits_publies)
  ) then
    return query execute pg_catalog.format(question, vue);
  end if;
end
$$;
set local citus.enable_ddl_propagation = on;
