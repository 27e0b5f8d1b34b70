-- Nobody counts as another there.
create view contacts_changes as
select contact_id, exclu
from donateurs_changes;
