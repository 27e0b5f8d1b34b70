-- The series as published, but of the donors merged or separated since as they are now, see annees_presentes.
create view series_presentes as
select series_dons.*
from series_dons
-- one server only {
where contact_id not in (select contact_id from decides_depuis(null::contacts_regroupes))
union all
select * from decides_depuis(null::series_des_regroupes)
-- }
;
