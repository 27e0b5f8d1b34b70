-- Who must not be written to, by the last act on each number or address and kind.
create view oppositions_en_vigueur as
select numero, nature, contact_id, adresse, jour, raison, par, ecrit_le
from (
  select distinct on (contact_id, adresse, nature) *
  from oppositions_actes
  order by contact_id, adresse, nature, numero desc
) as derniers
where not levee;
