-- The codes of each contact's gifts of a year as published, on each of the four axes, once a code: `nouveau` is 1 where
-- the first gift ever bears it.
create view ventilation_faits as
select
  contact_id,
  exclu,
  axe,
  annee,
  code,
  (rang = 0 and annee_precedente is null)::integer as nouveau
from donateurs_annees
cross join lateral (
  values
    ('campagne', campagne, autres_campagnes),
    ('media', media, autres_medias),
    ('origine', origine, autres_origines),
    ('produit', produit, autres_produits)
) as axes (axe, premier, autres)
cross join lateral (
  select premier as code, 0 as rang
  union all
  select distinct code, 1
  from unnest(autres) as autre (code)
) as codes;
