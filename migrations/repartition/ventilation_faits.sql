-- The codes of each contact's gifts of a year as published, on each of the four axes, once a code: `nouveau` is 1 where
-- the first gift ever bears it.
create view ventilation_faits as
select
  contact_id,
  exclu,
  axe,
  annee,
  code,
  (code = premier and annee_precedente is null)::integer as nouveau
from donateurs_annees
cross join lateral (
  values
    ('campagne', campagne, array_prepend(campagne, autres_campagnes)),
    ('media', media, array_prepend(media, autres_medias)),
    ('origine', origine, array_prepend(origine, autres_origines)),
    ('produit', produit, array_prepend(produit, autres_produits))
) as axes (axe, premier, tous)
cross join lateral (select distinct code from unnest(tous) as un (code)) as codes;
