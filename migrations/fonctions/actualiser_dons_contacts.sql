-- On one server the gifts of a contact are those that are stored: nothing is dealt out again.
create procedure actualiser_dons_contacts(touches text[])
language sql
as '';
