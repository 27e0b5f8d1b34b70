-- Nothing to do: every server counts the gifts that it has beside its facts, see dons_croises_a_jour.
create procedure recalculer_dons_croises()
language sql
begin atomic
end;
