-- The groups of three letters of a word, its beginning and end among them: « péan » folded is «  p», « pe», «pea»,
-- «ean» and «an ».
create function trigrammes(mot text) returns text[]
language sql immutable strict parallel safe
return array(
  select distinct substr('  ' || mot || ' ', place, 3)
  from generate_series(1, length(mot) + 1) as place
);
