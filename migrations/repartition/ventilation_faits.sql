-- The codes of each contact's gifts of a year as published, on each of the four axes, once a code: `nouveau` is 1 where
-- the first gift ever bears it. A code that comes again among the others of a donor counts where it comes first.
create view ventilation_faits as
select
  contact_id,
  exclu,
  axe,
  annee,
  code,
  (rang = 1 and annee_precedente is null)::integer as nouveau
from donateurs_annees
cross join lateral (
  values
    ('campagne', array_prepend(campagne, autres_campagnes)),
    ('media', array_prepend(media, autres_medias)),
    ('origine', array_prepend(origine, autres_origines)),
    ('produit', array_prepend(produit, autres_produits))
) as axes (axe, codes)
cross join lateral unnest(codes) with ordinality as code_en_rang (code, rang)
where array_position(codes, code) = rang;
