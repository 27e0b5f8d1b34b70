-- On several servers the view donateurs_a_l_horizon is another.
-- one server only {
-- The careers whose gifts are looked up for the grid, with the contacts that they are of: of groups, as published, and of
-- the donors decided on since, as they were published and as they are.
create view carrieres_par_contacts as
select 'publies' as ensemble, 1 as signe, contact_id, premier_jour, dernier_jour, dernier_montant, contacts
from (
  select contact_principal as contact_id, array_agg(contact_id) as contacts
  from groupes_publies
  group by contact_principal
) as groupes
join donateurs_carrieres using (contact_id)
where not exclu
union all
select
  'changes', case when changes.exclu then -1 else 1 end, contact_id, premier_jour, dernier_jour, dernier_montant,
  membres_des_groupes(array[contact_id])
from decides_depuis(null::donateurs_changes) as changes
join donateurs_carrieres using (contact_id)
union all
select 'changes', -1, contact_id, premier_jour, dernier_jour, dernier_montant, contacts
from (
  select avant as contact_id, array_agg(contact_id) as contacts
  from decides_depuis(null::contacts_regroupes) as regroupes
  group by avant
) as groupes
join donateurs_carrieres using (contact_id)
where not exclu
union all
select 'changes', 1, contact_id, premier_don, dernier_don, dernier_montant, contacts
from (
  select present as contact_id, array_agg(contact_id) as contacts
  from decides_depuis(null::contacts_regroupes) as regroupes
  group by present
) as groupes
join decides_depuis(null::faits_regroupes) as faits using (contact_id)
where annee_suivante is null and not exclu;
-- }
