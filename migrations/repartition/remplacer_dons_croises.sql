-- Puts the gifts of pg_temp.dons_croises_neufs in the place of those of these contacts.
create procedure remplacer_dons_croises(contacts text[])
language plpgsql
as $$
begin
  delete from dons_croises
  where generation = (select generation from faits_publies) and contact_id = any (contacts);
  insert into dons_croises select * from pg_temp.dons_croises_neufs;
end
$$;
