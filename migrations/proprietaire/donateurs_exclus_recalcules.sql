-- The donors excluded now, read from the log alone: what donateurs_exclus must be.
create view donateurs_exclus_recalcules as
select contact_id, numero
from (
  select distinct on (contact_id) contact_id, numero, type
  from evenements_exclusion
  where type in ('EXCLUSION', 'REINTEGRATION')
  order by contact_id, numero desc
) derniers
where type = 'EXCLUSION';
