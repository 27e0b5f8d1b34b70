-- The contacts whose exclusion is another than that of the donor whom they counted as at the publication, as far as figures
-- may follow.
create view contacts_changes as
select recents.contact_id, not faits.exclu as exclu
from (
  select distinct contact_id
  from evenements_exclusion
  where numero > (select evenement from faits_publies)
    and type in ('EXCLUSION', 'REINTEGRATION')
    and (select comprises from exclusions_comprises)
) as recents
left join contacts_regroupes as regroupes on regroupes.contact_id = recents.contact_id
left join groupes_contacts as groupes on groupes.contact_id = recents.contact_id
join donateurs_annees as faits
  on faits.contact_id = coalesce(regroupes.avant, groupes.contact_principal, recents.contact_id)
  and annee_suivante is null
where faits.exclu <> exists (select 1 from contacts_exclus where contacts_exclus.contact_id = recents.contact_id);
