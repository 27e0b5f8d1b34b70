-- The donors whose exclusion is another than at the publication, with the present one, as far as figures may follow; but
-- those of faits_regroupes.
create view donateurs_changes as
select donateurs_annees.contact_id, not donateurs_annees.exclu as exclu
from (
  select distinct contact_id
  from evenements_exclusion
  where numero > (select evenement from faits_publies) and (select comprises from exclusions_comprises)
    -- one server only {
    and contact_id not in (select contact_id from contacts_regroupes)
    -- }
) as recents
join donateurs_annees on donateurs_annees.contact_id = recents.contact_id and annee_suivante is null
where exclu <> exists (
    select 1 from contacts_exclus where contacts_exclus.contact_id = donateurs_annees.contact_id
  );
