-- Nothing to do, see recalculer_dons_croises().
create procedure remplacer_dons_croises(contacts text[])
language sql
begin atomic
end;
