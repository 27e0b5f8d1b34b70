-- The codes of each contact's gifts of a year as published, on each of the four axes, once a code: `nouveau` is 1 where
-- the first gift ever bears it.
create view ventilation_faits as
select
  contact_id,
  exclu,
  axe,
  annee,
  code,
  (premier and annee_precedente is null)::integer as nouveau
from donateurs_annees
cross join lateral codes_par_axe(
  campagne, media, origine, produit, autres_campagnes, autres_medias, autres_origines, autres_produits
);
