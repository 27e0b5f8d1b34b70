-- The number that a contact counts by: its principal, or itself.
create function contact_canonique(contact text) returns text
language sql stable
return coalesce((select contact_principal from groupes_contacts where contact_id = contact), contact);
