-- The days after the last gift of a series of this pace, in months, on which it is no longer active: 1.6 paces.
create function delai_arret(rythme integer) returns integer
language sql immutable parallel safe
return ceil(1.6 * rythme * 365.25 / 12);
