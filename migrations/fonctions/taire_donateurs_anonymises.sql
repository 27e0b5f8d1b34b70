-- Empties the card of an anonymised donor whenever it is written. Asleep until somebody is anonymised, so that
-- imports pay nothing for it until then.
create function taire_donateurs_anonymises() returns trigger
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

create or replace trigger donateurs_anonymises_tus
  before insert or update on donateurs
  for each row execute function taire_donateurs_anonymises();

do $$
begin
  if not exists (select from donateurs_anonymises) then
    alter table donateurs disable trigger donateurs_anonymises_tus;
  end if;
end
$$;
