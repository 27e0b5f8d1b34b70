-- Nobody counts as another there.
create function regroupes_depuis(depuis bigint) returns table (contact_id text, avant text, present text)
language sql stable
begin atomic
  select null::text, null::text, null::text where false;
end;
