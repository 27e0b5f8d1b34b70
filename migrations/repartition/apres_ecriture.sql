-- What a statement that wrote a table is followed by, in place of the triggers that no distributed table has.
create procedure apres_ecriture(nom text)
language plpgsql
as $$
begin
  if nom = 'donations' then
    update donations_version set version = version + 1;
  else
    update donateurs
    set firstname = null, lastname = null, city = null, zip = null, email = null, phone = null, birthdate = null,
      civility = null, is_company = null
    where contact_id in (select contact_id from donateurs_anonymises)
      and (firstname, lastname, city, zip, email, phone, birthdate, civility, is_company)
        is distinct from (null, null, null, null, null, null, null, null, null::boolean);
  end if;
end
$$;
