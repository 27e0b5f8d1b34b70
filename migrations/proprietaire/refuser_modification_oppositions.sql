-- Refuses every update, delete and truncate of the acts of opposition, also under session_replication_role = replica.
create function refuser_modification_oppositions() returns trigger
language plpgsql
as $$
begin
  raise exception 'Les actes d’opposition ne se modifient pas : % refusé.', tg_op
    using errcode = 'insufficient_privilege';
end
$$;

create or replace trigger oppositions_actes_lignes_immuables
  before update or delete on oppositions_actes
  for each row execute function refuser_modification_oppositions();

create or replace trigger oppositions_actes_table_immuable
  before truncate on oppositions_actes
  for each statement execute function refuser_modification_oppositions();

alter table oppositions_actes enable always trigger oppositions_actes_lignes_immuables;
alter table oppositions_actes enable always trigger oppositions_actes_table_immuable;
