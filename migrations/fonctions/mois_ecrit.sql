-- A month as people write it: 03/2026. Unlike to_char it depends on no setting, as nothing may that a view runs.
create function mois_ecrit(annee integer, mois integer) returns text
language sql immutable parallel safe
return lpad(mois::text, 2, '0') || '/' || annee::text;
