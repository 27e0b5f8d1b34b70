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
