-- The contacts of all groups, with the number that they count by.
create view contacts_groupes as
select contact_id, contact_principal from groupes_contacts
union all
select distinct contact_principal, contact_principal from groupes_contacts;
