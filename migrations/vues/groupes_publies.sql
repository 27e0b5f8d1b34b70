-- The contacts of the groups as published, and all who were merged or separated since, with the number that each counted
-- by at the publication.
create view groupes_publies as
select contact_id, contact_principal
from contacts_groupes
-- one server only {
where contact_id not in (select contact_id from decides_depuis(null::contacts_regroupes))
union all
select contact_id, avant
from decides_depuis(null::contacts_regroupes)
-- }
;
