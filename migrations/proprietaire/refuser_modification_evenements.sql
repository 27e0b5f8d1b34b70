-- Refuses every update, delete and truncate of the log, also under session_replication_role = replica.
create function refuser_modification_evenements() returns trigger
language plpgsql
as $$
begin
  raise exception 'Le journal des exclusions ne se modifie pas : % refusé.', tg_op
    using errcode = 'insufficient_privilege';
end
$$;

create or replace trigger evenements_exclusion_lignes_immuables
  before update or delete on evenements_exclusion
  for each row execute function refuser_modification_evenements();

create or replace trigger evenements_exclusion_table_immuable
  before truncate on evenements_exclusion
  for each statement execute function refuser_modification_evenements();

alter table evenements_exclusion enable always trigger evenements_exclusion_lignes_immuables;
alter table evenements_exclusion enable always trigger evenements_exclusion_table_immuable;
