-- An e-mail address as it is compared: in lower case, without blanks around. Empty where it is none.
create function cle_email(texte text) returns text
language sql immutable parallel safe
return case
  when length(texte) < 300 and texte ~ '^[a-z0-9._+-]+@[a-z0-9.-]+$' then texte
  when btrim(left(texte, 300), E' \t\r\n\u00a0\u202f') ~ '^[^\s@]+@[^\s@]+$'
    then lower(btrim(left(texte, 300), E' \t\r\n\u00a0\u202f') collate "C")
  else ''
end;
