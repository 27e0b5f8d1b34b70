-- The words under which a telephone is found, which no text has: a number, or several that a sign parts.
create function mots_telephone(telephone text) returns tsvector
language sql immutable parallel safe
return array_to_tsvector(array(
  select distinct '#' || plie
  from (
    select telephone_plie(partie) as plie
    from regexp_split_to_table(left(telephone, 100), '[/;,]|\s+ou\s+') as partie
    union all
    select telephone_plie(left(telephone, 100))
  ) as numeros
  where plie <> ''
));
