-- No table that lies on several servers has triggers, see apres_ecriture().
-- one server only {
-- Empties the card of an anonymised donor whenever it is written. Disabled until somebody is anonymised, so that
-- imports pay nothing for it until then.
create function vider_fiche_anonymisee() returns trigger
language plpgsql
as $$
declare
  vide donateurs;
begin
  if exists (select from donateurs_anonymises a where a.contact_id = new.contact_id) then
    vide.contact_id := new.contact_id;
    return vide;
  end if;
  return new;
end
$$;

create or replace trigger vider_fiche_anonymisee
  before insert or update on donateurs
  for each row execute function vider_fiche_anonymisee();

do $$
begin
  if not exists (select from donateurs_anonymises) then
    alter table donateurs disable trigger vider_fiche_anonymisee;
  end if;
end
$$;
-- }
