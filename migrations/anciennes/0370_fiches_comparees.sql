-- The cards that have a last name as they are compared: kept, so that after an import only those that it changed are made
-- and compared again.
create table fiches_comparees (
  contact_id     text collate "C" primary key,
  nom            text collate "C" not null,
  mots           text collate "C" not null,
  prenom         text collate "C" not null,
  zip            text collate "C" not null,
  email          text collate "C" not null,
  mobile         text collate "C" not null,
  naissance      text collate "C" not null,
  sexe           text not null,
  societe        boolean not null,
  raison_sociale text collate "C" not null
);

-- Whose look it is for: that for doubtful donors, or that for one person under two numbers.
alter table contacts_a_revoir add column pour text not null default 'signalements'
  check (pour in ('signalements', 'doublons'));
