-- As on one server, without what a refresh changes: there every refresh computes all figures whole, see actualiser_faits.
create view faits_comptes as
select 'publies' as ensemble, 1 as signe, donateurs_annees.*
from donateurs_annees
where not exclu
union all
select 'changes', case when donateurs_changes.exclu then -1 else 1 end, donateurs_annees.*
from decides_depuis(null::donateurs_changes) as donateurs_changes
join donateurs_annees using (contact_id);
