-- Whom the events after `depuis` of the log merged or separated, and the members of groups that they decided on, each with
-- the principal before: nobody of them is told by himself.
create function regroupes_a_publier(depuis bigint) returns table (contact_id text, avant text)
language plpgsql stable
as $$
#variable_conflict use_column
begin
  return query
  with stricts as materialized (
    select contact_id, avant from regroupes_depuis(depuis)
  )
  select contact_id, avant from stricts
  union all
  select contact_id, contact_principal
  from contacts_groupes
  where contact_id not in (select contact_id from stricts)
    and contact_principal in (
      select decides.contact_principal
      from contacts_groupes as decides
      join evenements_exclusion using (contact_id)
      where numero > depuis and type in ('EXCLUSION', 'REINTEGRATION')
    );
end
$$;
