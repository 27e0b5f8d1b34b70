-- These contacts and all who count as the same people: of a group, everybody. The owner's: see decides_depuis.
create function membres_des_groupes(contacts text[]) returns text[]
language sql stable
begin atomic
  select array(
    with principaux as materialized (
      select contact_principal from groupes_contacts where contact_id = any (contacts)
      union
      select unnest(contacts)
    )
    select contact_principal from principaux
    union
    select contact_id from groupes_contacts where contact_principal in (select contact_principal from principaux)
  );
end;
