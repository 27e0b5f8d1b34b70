-- The pairs of two people, read from the log alone: what contacts_distincts must be.
create view contacts_distincts_recalcules as
select distinct on (contact_id, contact_principal)
  contact_id as contact_a,
  contact_principal as contact_b,
  string_to_array(connues, ',') as connues,
  numero
from evenements_exclusion
where type = 'DISTINCTS'
order by contact_id, contact_principal, numero desc;
