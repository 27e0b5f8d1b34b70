-- No table that lies on several servers has triggers, see apres_ecriture().
-- one server only {
-- One statement counts once, whatever it writes; the count is part of the writer's transaction. A partition
-- that is filled beside the table and then attached needs no count: version_donations() sees it.
create function compter_ecriture_donations() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  update donations_version set version = version + 1;
  return null;
end
$$;

create or replace trigger donations_ecrites
  after insert or update or delete or truncate on donations
  for each statement execute function compter_ecriture_donations();
-- }
