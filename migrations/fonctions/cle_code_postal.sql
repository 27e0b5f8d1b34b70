-- A French zip code as it is compared: five digits, a lost leading zero given back. Empty for any other.
create function cle_code_postal(texte text) returns text
language sql immutable parallel safe
return case
  when texte ~ '^[0-9]{5}$' then texte
  else coalesce(
    lpad(substring(translate(left(texte, 100), E' \t\u00a0\u202f', '') from '^([0-9]{4,5})(?:\.0)?$'), 5, '0'), ''
  )
end;
