-- Refuses every update, delete and truncate of the decisions, also under session_replication_role = replica.
create function refuser_modification_decisions() returns trigger
language plpgsql
as $$
begin
  raise exception 'Les décisions « légitime » ne se modifient pas : % refusé.', tg_op
    using errcode = 'insufficient_privilege';
end
$$;

create or replace trigger decisions_legitimes_lignes_immuables
  before update or delete on decisions_legitimes
  for each row execute function refuser_modification_decisions();

create or replace trigger decisions_legitimes_table_immuable
  before truncate on decisions_legitimes
  for each statement execute function refuser_modification_decisions();

alter table decisions_legitimes enable always trigger decisions_legitimes_lignes_immuables;
alter table decisions_legitimes enable always trigger decisions_legitimes_table_immuable;
