-- What a statement that wrote a table is followed by, in place of the triggers that no distributed table has.
create procedure apres_ecriture(nom text)
language plpgsql
as $$
begin
  if nom = 'donations' then
    update donations_version set version = version + 1;
  else
    perform vider_fiches('donateurs', array(select contact_id from donateurs_anonymises));
  end if;
end
$$;
