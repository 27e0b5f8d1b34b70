-- Refuses every update, delete and truncate of the rules' weights, also under session_replication_role = replica.
create function refuser_modification_poids() returns trigger
language plpgsql
as $$
begin
  raise exception 'Les poids des règles ne se modifient pas : % refusé.', tg_op
    using errcode = 'insufficient_privilege';
end
$$;

create or replace trigger poids_regles_lignes_immuables
  before update or delete on poids_regles
  for each row execute function refuser_modification_poids();

create or replace trigger poids_regles_table_immuable
  before truncate on poids_regles
  for each statement execute function refuser_modification_poids();

alter table poids_regles enable always trigger poids_regles_lignes_immuables;
alter table poids_regles enable always trigger poids_regles_table_immuable;
