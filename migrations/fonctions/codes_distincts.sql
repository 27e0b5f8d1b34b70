-- The codes of a list, once each, in their order: two lists of the same codes are one.
create function codes_distincts(codes text[]) returns text[]
language sql immutable parallel safe
return (select array_agg(distinct code collate "C" order by code collate "C") from unnest(codes) as code);
