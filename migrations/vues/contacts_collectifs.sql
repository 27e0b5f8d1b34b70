-- The people that somebody said stand for several givers, by the last word on any number of each.
create view contacts_collectifs as
select contact_id
from (
  select distinct on (personne) personne as contact_id, nature
  from (
    select coalesce(contact_principal, decisions_legitimes.contact_id) as personne, nature, decide_le, decision_id
    from decisions_legitimes
    left join groupes_contacts on groupes_contacts.contact_id = decisions_legitimes.contact_id
    where nature <> 'LEGITIME'
  ) as dites
  order by personne, decide_le desc, decision_id desc
) as derniers
where nature = 'COLLECTIF';
