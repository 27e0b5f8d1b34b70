-- Readings that differ in nothing that a pass over the file asks share what it read: `passe` is the digest of what it asks,
-- and `lues_de` the reading that the tables of rows are named after.
alter table lectures_fichiers
  add column passe text not null default '',
  add column lues_de uuid;
update lectures_fichiers set lues_de = lecture_id;
alter table lectures_fichiers alter column lues_de set not null;
