-- Adds to a figure's differences what its question finds for the changed facts and gifts. Few donors are sought one by one:
-- to merge them with the gifts reads those of everybody between the first of them and the last.
create procedure suivre_chiffre(nom text)
language plpgsql
set enable_mergejoin = off
as $$
declare
  ecarts constant regclass := (nom || '_ecarts')::regclass;
  cles text;
  sommes text[];
begin
  select
    string_agg(quote_ident(attname), ', ') filter (where attnum = any (indkey)),
    array_agg(quote_ident(attname)) filter (where attnum <> all (indkey))
  into cles, sommes
  from pg_index
  join pg_attribute on attrelid = indrelid and attnum > 0
  where indrelid = ecarts;
  execute format(
    'insert into %1$s as gardes (%2$s, %3$s)
    select %2$s, %3$s from %4$I where ensemble = ''ecarts''
    on conflict (%2$s) do update set %5$s',
    ecarts,
    cles,
    array_to_string(sommes, ', '),
    nom || '_calcul',
    (select string_agg(format('%1$s = gardes.%1$s + excluded.%1$s', somme), ', ') from unnest(sommes) as somme)
  );
end
$$;
