-- The view or query of the gifts of some contacts as they are stored, never of a copy of them, by the number that each counts
-- by: what a control counts anew.
create function dons_stockes(contacts text[]) returns text
language sql immutable parallel safe
return 'dons_canoniques';
