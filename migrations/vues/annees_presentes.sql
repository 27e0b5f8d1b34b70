-- The facts as published, but of the donors merged or separated since as they are now: what lists read in their place while
-- there are such.
create view annees_presentes as
select donateurs_annees.*
from donateurs_annees
-- one server only {
where contact_id not in (select contact_id from decides_depuis(null::contacts_regroupes))
union all
select * from decides_depuis(null::faits_regroupes)
-- }
;
