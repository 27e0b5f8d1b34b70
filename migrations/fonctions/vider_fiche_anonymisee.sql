-- Empties the card of an anonymised donor whenever it is written. Disabled until somebody is anonymised, so that
-- imports pay nothing for it until then.
create function vider_fiche_anonymisee() returns trigger
language plpgsql
as $$
begin
  if exists (select from donateurs_anonymises a where a.contact_id = new.contact_id) then
    new.firstname := null;
    new.lastname := null;
    new.city := null;
    new.zip := null;
    new.email := null;
    new.phone := null;
    new.birthdate := null;
    new.civility := null;
    new.is_company := null;
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
