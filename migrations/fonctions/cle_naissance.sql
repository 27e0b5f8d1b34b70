-- A birth date as it is compared: the day of 1950-03-12 and of 12/03/1950. Empty for what is no such date, which
-- contradicts none.
create function cle_naissance(texte text) returns text
language sql immutable parallel safe
return case
  when coalesce(texte, '') = '' then ''
  when texte like '____-__-__' and translate(texte, '0123456789', '') = '--' then texte
  when texte ~ '^\s*\d{4}-\d\d-\d\d' then left(btrim(texte), 10)
  when texte ~ '^\s*\d\d?[/.-]\d\d?[/.-]\d{4}' then
    regexp_replace(regexp_replace(texte, '\m(\d)(?=[/.-])', '0\1', 'g'), '^\s*(\d\d)[/.-](\d\d)[/.-](\d{4}).*$', '\3-\2-\1')
  else ''
end;
