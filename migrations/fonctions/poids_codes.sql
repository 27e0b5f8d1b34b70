-- How many bytes the codes of a list weigh; none without a list.
create function poids_codes(codes text[]) returns bigint
language sql immutable parallel safe
return (select sum(octet_length(code)) from unnest(codes) as code);
