-- A day as people write it: 31/03/2026, see mois_ecrit.
create function jour_ecrit(jour date) returns text
language sql immutable parallel safe
return lpad(date_part('day', jour)::text, 2, '0') || '/'
  || mois_ecrit(date_part('year', jour)::integer, date_part('month', jour)::integer);
