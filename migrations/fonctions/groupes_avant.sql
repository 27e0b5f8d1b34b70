-- Who counted as whom after event `depuis` of the log.
create function groupes_avant(depuis bigint) returns table (contact_id text, contact_principal text)
language sql stable
as $$
  with regroupes as materialized (
    select * from regroupes_depuis(depuis)
  )
  select groupes.contact_id, groupes.contact_principal
  from groupes_contacts as groupes
  where groupes.contact_id not in (select regroupes.contact_id from regroupes)
  union all
  select regroupes.contact_id, avant from regroupes where avant <> regroupes.contact_id
$$;
