-- The codes of a list, once each, in their order: two lists of the same codes are one.
create function codes_distincts(codes text[]) returns text[]
language sql immutable parallel safe
return (select array_agg(distinct code collate "C" order by code collate "C") from unnest(codes) as code);

-- The codes of a fact on each of the four axes, once a code; `premier`: that of the first gift of the year.
create function codes_par_axe(
  campagne text, media text, origine text, produit text,
  autres_campagnes text[], autres_medias text[], autres_origines text[], autres_produits text[]
) returns table (axe text, code text, premier boolean)
language sql immutable parallel safe rows 8
as $$
  select axe, code, premier
  from (
    values
      ('campagne', campagne, autres_campagnes),
      ('media', media, autres_medias),
      ('origine', origine, autres_origines),
      ('produit', produit, autres_produits)
  ) as axes (axe, le_premier, autres)
  cross join lateral (
    select le_premier as code, true as premier
    union all
    select distinct autre, false
    from unnest(autres) as autre
  ) as codes
$$;

-- How many bytes the codes of a list weigh; nothing without a list. PL/pgSQL: asked of every fact, it takes a fifth of the time.
create function poids_codes(codes text[]) returns integer
language plpgsql immutable parallel safe
as $$
begin
  return octet_length(array_to_string(codes, ''));
end
$$;
