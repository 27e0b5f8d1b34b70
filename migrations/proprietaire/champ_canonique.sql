-- A field of an event's canonical form: its length in bytes, a colon, the text and a comma; a missing one is '-,'.
create function champ_canonique(champ text) returns text
language sql stable
return coalesce(octet_length(convert_to(champ, 'UTF8'))::text || ':' || champ, '-') || ',';
