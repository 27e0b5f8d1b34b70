-- What a statement that wrote a table is followed by: nothing where triggers do that.
create procedure apres_ecriture(nom text)
language sql
as '';
