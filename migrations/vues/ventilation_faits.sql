-- The codes of each contact's gifts of a year as published, on each of the four axes, once a code: `nouveau` is 1 where
-- the first gift ever bears it. A code that comes again among the others of a donor counts where it comes first.
create view ventilation_faits as
select contact_id, exclu, 'campagne' as axe, annee, campagne as code, (annee_precedente is null)::integer as nouveau
from donateurs_annees
union all
select contact_id, exclu, 'media', annee, media, (annee_precedente is null)::integer
from donateurs_annees
union all
select contact_id, exclu, 'origine', annee, origine, (annee_precedente is null)::integer
from donateurs_annees
union all
select contact_id, exclu, 'produit', annee, produit, (annee_precedente is null)::integer
from donateurs_annees
union all
select contact_id, exclu, axe, annee, code, 0
from (
  select contact_id, exclu, 'campagne' as axe, annee, autres_campagnes as autres,
    unnest(autres_campagnes) as code, generate_subscripts(autres_campagnes, 1) as rang
  from donateurs_annees
  where autres_campagnes is not null
) as autres
where rang = 1 or array_position(autres, code) = rang
union all
select contact_id, exclu, axe, annee, code, 0
from (
  select contact_id, exclu, 'media' as axe, annee, autres_medias as autres,
    unnest(autres_medias) as code, generate_subscripts(autres_medias, 1) as rang
  from donateurs_annees
  where autres_medias is not null
) as autres
where rang = 1 or array_position(autres, code) = rang
union all
select contact_id, exclu, axe, annee, code, 0
from (
  select contact_id, exclu, 'origine' as axe, annee, autres_origines as autres,
    unnest(autres_origines) as code, generate_subscripts(autres_origines, 1) as rang
  from donateurs_annees
  where autres_origines is not null
) as autres
where rang = 1 or array_position(autres, code) = rang
union all
select contact_id, exclu, axe, annee, code, 0
from (
  select contact_id, exclu, 'produit' as axe, annee, autres_produits as autres,
    unnest(autres_produits) as code, generate_subscripts(autres_produits, 1) as rang
  from donateurs_annees
  where autres_produits is not null
) as autres
where rang = 1 or array_position(autres, code) = rang;
