-- Enables the trigger vider_fiche_anonymisee with the first anonymised donor, restored ones included.
create function activer_vidage_fiches() returns trigger
language plpgsql
as $$
begin
  if exists (select from donateurs_anonymises) then
    alter table donateurs enable trigger vider_fiche_anonymisee;
  end if;
  return null;
end
$$;

create or replace trigger activer_vidage_fiches
  after insert on donateurs_anonymises
  for each statement execute function activer_vidage_fiches();
