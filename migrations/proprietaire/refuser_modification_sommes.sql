-- Refuses every update, delete and truncate of what writes said of the gifts, also under session_replication_role =
-- replica.
create function refuser_modification_sommes() returns trigger
language plpgsql
as $$
begin
  raise exception 'Les sommes des écritures ne se modifient pas : % refusé.', tg_op
    using errcode = 'insufficient_privilege';
end
$$;

create or replace trigger ecritures_dons_lignes_immuables
  before update or delete on ecritures_dons
  for each row execute function refuser_modification_sommes();

create or replace trigger ecritures_dons_table_immuable
  before truncate on ecritures_dons
  for each statement execute function refuser_modification_sommes();

create or replace trigger sommes_dons_lignes_immuables
  before update or delete on sommes_dons
  for each row execute function refuser_modification_sommes();

create or replace trigger sommes_dons_table_immuable
  before truncate on sommes_dons
  for each statement execute function refuser_modification_sommes();

alter table ecritures_dons enable always trigger ecritures_dons_lignes_immuables;
alter table ecritures_dons enable always trigger ecritures_dons_table_immuable;
alter table sommes_dons enable always trigger sommes_dons_lignes_immuables;
alter table sommes_dons enable always trigger sommes_dons_table_immuable;
