-- The same where servers share the gifts: none can look a donor up for a row of another, so the long sets are joined first.
create view familles_des_donateurs as
with longues as materialized (
  select annee, contact_id, codes, donateurs, array_append(autres_campagnes, campagne) as toutes
  from donateurs_campagnes_a_jour
  join donateurs_annees using (contact_id, annee)
  where contact_id <> ''
)
select distinct annee, contact_id, codes, donateurs, coalesce(famille, 'N/A') as famille
from (
  select annee, contact_id, codes, donateurs, unnest(codes) as code
  from donateurs_campagnes_a_jour
  where contact_id = ''
  union all
  select annee, contact_id, codes, donateurs, unnest(toutes)
  from longues
) as donnes
left join campagnes_en_vigueur using (code);
