-- Refuses every update, delete and truncate of the accountants' totals, also under session_replication_role = replica.
create function refuser_modification_totaux() returns trigger
language plpgsql
as $$
begin
  raise exception 'Les totaux de la comptabilité ne se modifient pas : % refusé.', tg_op
    using errcode = 'insufficient_privilege';
end
$$;

create or replace trigger totaux_comptables_lignes_immuables
  before update or delete on totaux_comptables
  for each row execute function refuser_modification_totaux();

create or replace trigger totaux_comptables_table_immuable
  before truncate on totaux_comptables
  for each statement execute function refuser_modification_totaux();

alter table totaux_comptables enable always trigger totaux_comptables_lignes_immuables;
alter table totaux_comptables enable always trigger totaux_comptables_table_immuable;
