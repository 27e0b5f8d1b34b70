-- What figures are sums of: the facts that counted at the publication (`publies`); and those of the contacts who were excluded
-- since (`changes`, to be taken off) or reinstated (to be added), and of those merged or separated, as they were published
-- and as they are. What a refresh changes of the first is in faits_comptes_ecarts, which the same questions are asked of.
create view faits_comptes as
select 'publies' as ensemble, 1 as signe, donateurs_annees.*
from donateurs_annees
where not exclu
union all
select 'changes', case when donateurs_changes.exclu then -1 else 1 end, donateurs_annees.*
from decides_depuis(null::donateurs_changes) as donateurs_changes
join donateurs_annees using (contact_id)
-- one server only {
union all
select 'changes', -1, donateurs_annees.*
from decides_depuis(null::contacts_regroupes) as regroupes
join donateurs_annees using (contact_id)
where not exclu
union all
select 'changes', 1, faits_regroupes.*
from decides_depuis(null::faits_regroupes) as faits_regroupes
where not exclu
-- }
;
