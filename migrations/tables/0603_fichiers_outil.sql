-- The ways in which a staged file is read, each with its account. `lues` is what the pass over the file counted, null
-- while it runs; `compte` is of the base after so many imports (`apres`); `refus` says why there is none. What the account
-- made of its rows is kept for its import, in tables named after the reading: `prevu` says what the import asks of it, null
-- where there is none.
create table lectures_fichiers (
  lecture_id  uuid primary key,
  fichier_id  uuid not null references fichiers on delete cascade,
  empreinte   text not null,
  lecture     jsonb not null,
  lues        jsonb,
  compte      jsonb,
  apres       bigint,
  refus       jsonb,
  traitees    bigint not null default 0,
  total       bigint,
  demandee_le timestamptz not null default clock_timestamp(),
  prevu       jsonb,
  unique (fichier_id, empreinte)
);

-- Whose contact the key of a donor leads to, for good: HMAC-SHA-256 of the key under secret_raisons, so that nobody who
-- has the table alone finds out whose e-mail it was. `fichier_id` is the import that it is of: undoing that takes back those
-- that nothing else leads to. A key is told with the hundred thousand others of its import: to look the file up for each
-- took most of their time, and a file that has an import is never deleted.
create table identites (
  cle        bytea primary key check (length(cle) = 32),
  contact_id text collate "C" not null,
  fichier_id uuid
);

create index identites_contact on identites (contact_id);

-- The last number given under each prefix: one is never given twice, even where its keys were erased.
create table identites_numeros (
  prefixe text primary key,
  dernier bigint not null
);

-- Contacts that the keys of one row led to both: the same person, perhaps. Nothing is decided by it.
create table identites_ambigues (
  contact_id text collate "C" not null,
  autre_id   text collate "C" not null,
  vu_le      timestamptz not null default clock_timestamp(),
  fichier_id uuid references fichiers on delete set null,
  primary key (contact_id, autre_id)
);

-- What files said was paid back of a gift, by the key of the row that said it: the amount of a gift is `brut`, what the
-- file of the gift said, less all of these, down to 0. So neither the same file again nor an older one undoes a refund.
create table remboursements (
  cle      text primary key,
  don_id   text not null,
  centimes bigint not null check (centimes >= 0),
  brut     bigint not null
);

create index remboursements_don on remboursements (don_id);

-- The refunds that an import told: each as it was before, null where it was not known, and as the import left it.
create table remboursements_avant_import (
  fichier_id uuid not null references fichiers on delete cascade,
  cle        text not null,
  avant      jsonb,
  apres      jsonb not null,
  primary key (fichier_id, cle)
);

-- When the cells of a card were said: the day of the gift whose row of a tool's file brought each; empty where no such row
-- did, and Contacts.csv says them, on the day of its last import.
create table fiches_dites (
  contact_id text collate "C" primary key,
  civility   date,
  firstname  date,
  lastname   date,
  email      date,
  phone      date,
  zip        date,
  city       date,
  birthdate  date
);

-- The days that an import changed: each card's as they were before, null where it had none, and as the import left them.
create table fiches_dites_avant_import (
  fichier_id uuid not null references fichiers on delete cascade,
  contact_id text collate "C" not null,
  avant      jsonb,
  apres      jsonb not null,
  primary key (fichier_id, contact_id)
);

-- Readings that somebody kept under a name. A change is a new version; imports name the one that they came from.
create table modeles_fichiers (
  id      text not null,
  version integer not null check (version > 0),
  nom     text not null,
  lecture jsonb not null,
  par     text not null,
  le      timestamptz not null default clock_timestamp(),
  primary key (id, version)
);

-- Models that are offered no more.
create table modeles_oublies (
  id  text primary key,
  par text not null,
  le  timestamptz not null default clock_timestamp()
);
