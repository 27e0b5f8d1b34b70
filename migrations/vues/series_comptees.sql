-- The series that counted at the publication (`publies`), those of the contacts who were excluded or reinstated since, and
-- of those merged or separated, as they were published and as they are (`changes`).
create view series_comptees as
select 'publies' as ensemble, 1 as signe, series_dons.*
from series_dons
where not exclu
union all
select 'changes', case when donateurs_changes.exclu then -1 else 1 end, series_dons.*
from decides_depuis(null::donateurs_changes) as donateurs_changes
join series_dons using (contact_id)
-- one server only {
union all
select 'changes', -1, series_dons.*
from decides_depuis(null::contacts_regroupes) as regroupes
join series_dons using (contact_id)
where not exclu
union all
select 'changes', 1, series_des_regroupes.*
from decides_depuis(null::series_des_regroupes) as series_des_regroupes
where not exclu
-- }
;
