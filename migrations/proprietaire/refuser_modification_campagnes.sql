-- Refuses every update, delete and truncate of what was said of campaigns and of aims, also under
-- session_replication_role = replica.
create function refuser_modification_campagnes() returns trigger
language plpgsql
as $$
begin
  raise exception 'Le dictionnaire des campagnes et les objectifs ne se modifient pas : % refusé.', tg_op
    using errcode = 'insufficient_privilege';
end
$$;

create or replace trigger campagnes_versions_lignes_immuables
  before update or delete on campagnes_versions
  for each row execute function refuser_modification_campagnes();

create or replace trigger campagnes_versions_table_immuable
  before truncate on campagnes_versions
  for each statement execute function refuser_modification_campagnes();

create or replace trigger objectifs_lignes_immuables
  before update or delete on objectifs
  for each row execute function refuser_modification_campagnes();

create or replace trigger objectifs_table_immuable
  before truncate on objectifs
  for each statement execute function refuser_modification_campagnes();

alter table campagnes_versions enable always trigger campagnes_versions_lignes_immuables;
alter table campagnes_versions enable always trigger campagnes_versions_table_immuable;
alter table objectifs enable always trigger objectifs_lignes_immuables;
alter table objectifs enable always trigger objectifs_table_immuable;
