-- No table that lies on several servers has triggers, see apres_ecriture().
-- one server only {
-- Enables the trigger vider_fiche_anonymisee with the first anonymised donor, restored ones included.
create function ouvrir_vidage_fiches() returns trigger
language plpgsql
set search_path = public, pg_temp
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
  for each statement execute function ouvrir_vidage_fiches();

-- Its name in version 0.1.0, which kept no account of its functions.
drop function if exists activer_vidage_fiches();
-- }
