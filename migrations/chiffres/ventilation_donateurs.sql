-- Donors by code of their gifts of a year, on each of the four axes, once a code; `nouveaux`: those whose first gift ever
-- bears it. Kept by the refresh of the facts.
-- clé : axe, annee, code
-- sommes : donateurs, nouveaux
select 'publies' as ensemble, axe, annee, code, donateurs, nouveaux from ventilation_contacts where donateurs <> 0
union all
select
  'changes',
  axe,
  annee,
  code,
  sum(case when donateurs_changes.exclu then -1 else 1 end),
  sum(case when donateurs_changes.exclu then -nouveau else nouveau end)
from decides_depuis(null::donateurs_changes) as donateurs_changes
join ventilation_faits using (contact_id)
group by 2, 3, 4
-- one server only {
union all
select 'changes', axe, annee, code, sum(signe), sum(case when premier and annee_precedente is null then signe else 0 end)
from (
  select -1 as signe, donateurs_annees.*
  from decides_depuis(null::contacts_regroupes) as regroupes
  join donateurs_annees using (contact_id)
  union all
  select 1, faits_regroupes.*
  from decides_depuis(null::faits_regroupes) as faits_regroupes
) as faits
cross join lateral codes_par_axe(
  campagne, media, origine, produit, autres_campagnes, autres_medias, autres_origines, autres_produits
)
where not exclu
group by 2, 3, 4
-- }
;
