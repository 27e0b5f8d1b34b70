-- What led rows of tools' files to contacts whom several keys lead to: each row by its first key (`voie`), with all keys of
-- such rows, the kind of that one, and what they said last: of cards, so that whoever parts them sees whose they are. The
-- empty key is what was stored before there were several. Of a contact with one key nothing is kept.
create table voies (
  contact_id text collate "C" not null,
  voie       bytea not null,
  genre      text not null,
  cles       bytea[] not null,
  carte      jsonb not null,
  dite_le    date,
  fichier_id uuid not null,
  primary key (contact_id, voie)
);

-- The gifts that came so. Those that are not here came before, or by a file that numbers its donors.
create table voies_dons (
  don_id text collate "C" primary key,
  voie   bytea not null
);

-- Contacts that somebody parted: gifts and keys of `contact_id` that are those of `nouveau_id` since, by the import
-- `fichier_id` that wrote them. Gifts up to `jusqua` keep ids that may bear the former number.
create table contacts_partages (
  numero     bigint generated always as identity primary key,
  demande_id uuid not null unique,
  contact_id text collate "C" not null,
  nouveau_id text collate "C" not null unique,
  cles       bytea[] not null check (cardinality(cles) > 0),
  dons       bigint not null,
  jusqua     date not null,
  fichier_id uuid not null,
  raison     text not null,
  decide_par text not null,
  identite   text,
  le         timestamptz not null default clock_timestamp()
);

-- The contact that an import parts.
alter table imports add column partage text collate "C";
