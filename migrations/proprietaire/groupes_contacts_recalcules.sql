-- Who counts as whom now, read from the log alone: what groupes_contacts must be.
create view groupes_contacts_recalcules as
select contact_id, contact_principal, numero
from (
  select distinct on (contact_id) contact_id, contact_principal, numero, type
  from evenements_exclusion
  where type in ('FUSION', 'SEPARATION')
  order by contact_id, numero desc
) derniers
where type = 'FUSION';
