-- The contacts that somebody said stand for several givers, by the last word on each.
create view contacts_collectifs as
select contact_id
from (
  select distinct on (contact_id) contact_id, nature
  from decisions_legitimes
  where nature <> 'LEGITIME'
  order by contact_id, decide_le desc, decision_id desc
) as derniers
where nature = 'COLLECTIF';
