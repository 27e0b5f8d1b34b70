-- A reading has its own rows: another choice reads the file again. Rows that only shared ones were named after go.
do $$
declare
  partagee uuid;
begin
  for partagee in select distinct lues_de from lectures_fichiers where lues_de not in (select lecture_id from lectures_fichiers) loop
    execute format(
      'drop table if exists depots.lues_%1$s, depots.personnes_%1$s, depots.ecartees_%1$s cascade',
      replace(partagee::text, '-', ''));
  end loop;
end $$;
alter table lectures_fichiers drop column passe, drop column lues_de;
