-- What a donor of a year is on the axes of crossings, as one number that the controls add up.
create function empreinte_donateur(
  departement text, profil text, tranche_total smallint, segment smallint, recul smallint, derniere_annee smallint
) returns bigint
language sql immutable parallel safe
return hashtext(departement)::bigint + hashtext(profil) + 101 * tranche_total + 1009 * segment + 10007 * recul
  + 100003::bigint * derniere_annee;
