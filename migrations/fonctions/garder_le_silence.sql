-- Wakes the trigger that empties cards with the first anonymised donor, restored ones included.
create function garder_le_silence() returns trigger
language plpgsql
as $$
begin
  if exists (select from donateurs_anonymises) then
    alter table donateurs enable trigger donateurs_anonymises_tus;
  end if;
  return null;
end
$$;

create or replace trigger donateurs_anonymises_notes
  after insert on donateurs_anonymises
  for each statement execute function garder_le_silence();
