-- The day of the last import of Contacts.csv that was not undone: of all cells that no row of a tool's file said.
create function jour_des_contacts() returns date
language sql stable
begin atomic
  select (
    select max((termine_le at time zone 'Europe/Paris')::date)
    from imports
    join fichiers using (fichier_id)
    where type = 'donateurs' and de is null and statut = 'completed' and annule is null
      and not exists (select from imports as u where u.annule = imports.fichier_id and u.statut = 'completed')
  );
end;
