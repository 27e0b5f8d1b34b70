-- The contacts who count as others, or others as them, otherwise than at the publication (`avant`), as far as figures may
-- follow.
create view contacts_regroupes as
select
  regroupes.contact_id collate "C" as contact_id,
  regroupes.avant collate "C" as avant,
  regroupes.present collate "C" as present
from faits_publies
cross join regroupes_depuis(evenement) as regroupes
where (select comprises from exclusions_comprises);
