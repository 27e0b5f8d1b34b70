-- All rows of a view, asked by itself: see decides_depuis.
create function releve_de(modele anyelement) returns setof anyelement
language plpgsql stable parallel safe rows 100
as $$
begin
  return query execute pg_catalog.format(
    'select * from %s',
    (select typrelid::pg_catalog.regclass from pg_catalog.pg_type where oid = pg_catalog.pg_typeof(modele))
  );
end
$$;
