-- The codes of a list in their order, as JSON: two lists of the same codes are one.
create function ensemble_de_codes(codes text[]) returns jsonb
language sql immutable parallel safe
return (select jsonb_agg(code order by code collate "C") from unnest(codes) as code);
