-- As on one server, by a text that no table depends on: Citus would distribute all of them together.
create function jour_des_contacts() returns date
language plpgsql stable
as $$
begin
  return (
    select max((termine_le at time zone 'Europe/Paris')::date)
    from imports
    join fichiers using (fichier_id)
    where type = 'donateurs' and de is null and statut = 'completed' and annule is null
      and not exists (select from imports as u where u.annule = imports.fichier_id and u.statut = 'completed')
  );
end
$$;
