-- The contacts whose exclusion is another than at the publication, each by its own events, as far as figures may follow.
create view contacts_changes as
select recents.contact_id collate "C" as contact_id, exclu
from (
  select distinct contact_id
  from evenements_exclusion
  where numero > (select evenement from faits_publies)
    and type in ('EXCLUSION', 'REINTEGRATION')
    and (select comprises from exclusions_comprises)
) as recents
cross join lateral (
  select exists (select 1 from contacts_exclus where contacts_exclus.contact_id = recents.contact_id) as exclu
) as presents
where exclu <> coalesce(
    (
      select type = 'EXCLUSION'
      from evenements_exclusion as evenements
      where evenements.contact_id = recents.contact_id
        and numero <= (select evenement from faits_publies)
        and type in ('EXCLUSION', 'REINTEGRATION')
      order by numero desc
      limit 1
    ),
    false
  );
