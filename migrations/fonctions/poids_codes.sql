-- How many bytes the codes of a list weigh; nothing without a list. PL/pgSQL: asked of every fact, it takes a fifth of the time.
create function poids_codes(codes text[]) returns integer
language plpgsql immutable parallel safe
as $$
begin
  return octet_length(array_to_string(codes, ''));
end
$$;
