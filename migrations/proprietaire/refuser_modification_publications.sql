-- Refuses every update, delete and truncate of what was published, also under session_replication_role = replica; but
-- what has no value yet gets it: a row its end, a publication its hash.
create function refuser_modification_publications() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) @> jsonb_strip_nulls(to_jsonb(old)) then
    return new;
  end if;
  raise exception 'Ce qui fut publié ne se modifie pas : % refusé.', tg_op
    using errcode = 'insufficient_privilege';
end
$$;

create or replace trigger publications_lignes_immuables
  before update or delete on publications
  for each row execute function refuser_modification_publications();

create or replace trigger publications_table_immuable
  before truncate on publications
  for each statement execute function refuser_modification_publications();

create or replace trigger publications_lignes_lignes_immuables
  before update or delete on publications_lignes
  for each row execute function refuser_modification_publications();

create or replace trigger publications_lignes_table_immuable
  before truncate on publications_lignes
  for each statement execute function refuser_modification_publications();

create or replace trigger publications_causes_lignes_immuables
  before update or delete on publications_causes
  for each row execute function refuser_modification_publications();

create or replace trigger publications_causes_table_immuable
  before truncate on publications_causes
  for each statement execute function refuser_modification_publications();

create or replace trigger publications_effets_lignes_immuables
  before update or delete on publications_effets
  for each row execute function refuser_modification_publications();

create or replace trigger publications_effets_table_immuable
  before truncate on publications_effets
  for each statement execute function refuser_modification_publications();

alter table publications enable always trigger publications_lignes_immuables;
alter table publications enable always trigger publications_table_immuable;
alter table publications_lignes enable always trigger publications_lignes_lignes_immuables;
alter table publications_lignes enable always trigger publications_lignes_table_immuable;
alter table publications_causes enable always trigger publications_causes_lignes_immuables;
alter table publications_causes enable always trigger publications_causes_table_immuable;
alter table publications_effets enable always trigger publications_effets_lignes_immuables;
alter table publications_effets enable always trigger publications_effets_table_immuable;
