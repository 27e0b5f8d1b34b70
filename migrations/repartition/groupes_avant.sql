-- Nobody counts as another there.
create function groupes_avant(depuis bigint) returns table (contact_id text, contact_principal text)
language sql stable
begin atomic
  select null::text, null::text where false;
end;
