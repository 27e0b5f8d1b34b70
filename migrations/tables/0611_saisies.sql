-- What somebody says of a campaign's code, and the aims of a year. The last word on a code counts, as on an aim; rows are added
-- by inscrire_campagnes() and inscrire_objectif() and by nothing else, none is ever changed or removed.
create table campagnes_versions (
  numero    bigint generated always as identity primary key,
  code      text not null check (code <> '' and char_length(code) <= 200),
  nom       text check (nom <> '' and char_length(nom) <= 200),
  famille   text check (famille <> '' and char_length(famille) <= 100),
  exercice  smallint check (exercice between 1900 and 2200),
  cout      numeric(14, 2) check (cout >= 0),
  envois    integer check (envois >= 0),
  debut     date,
  fin       date check (fin >= debut),
  saisi_par text not null check (saisi_par <> ''),
  identite  text check (identite <> ''),
  saisi_le  timestamptz not null default clock_timestamp(),
  check (exercice is not null or cout is null and envois is null)
);

create index campagnes_versions_code on campagnes_versions (code, numero desc);

-- Without a family it is of all gifts; without a value it is withdrawn.
create table objectifs (
  numero    bigint generated always as identity primary key,
  annee     smallint not null check (annee between 1900 and 2200),
  mesure    text not null check (mesure in ('montant', 'donateurs', 'nouveaux')),
  famille   text check (famille <> '' and char_length(famille) <= 100),
  valeur    numeric(14, 2) check (valeur > 0),
  saisi_par text not null check (saisi_par <> ''),
  identite  text check (identite <> ''),
  saisi_le  timestamptz not null default clock_timestamp()
);

-- Who must not be written to, by number or by e-mail, and since which day: acts of people with a name, the last of which
-- counts for each number or address and kind. Rows are added by inscrire_oppositions() and by nothing else; none is ever
-- changed or removed. An address is its HMAC-SHA-256 under secret_raisons, which holds when the person's card is erased.
-- Who asks to be forgotten (`effacement`) is written to no more from that moment on. `npm run rgpd -- --demandes`, or a second
-- person on the screen, then empties the card.
create table oppositions_actes (
  numero     bigint generated always as identity primary key,
  levee      boolean not null,
  nature     text not null check (nature in ('deces', 'courrier', 'email', 'telephone', 'effacement')),
  contact_id text collate "C" check (contact_id <> '' and char_length(contact_id) <= 200),
  adresse    bytea check (length(adresse) = 32),
  jour       date not null,
  raison     text not null check (raison <> ''),
  par        text not null check (par <> ''),
  ecrit_le   timestamptz not null default clock_timestamp(),
  check ((contact_id is null) <> (adresse is null))
);

create index oppositions_actes_objet on oppositions_actes (contact_id, adresse, nature, numero desc);

-- The addresses themselves, for people to read: the service's, which erases them with the person.
create table oppositions_adresses (
  adresse bytea primary key check (length(adresse) = 32),
  email   text not null
);

-- Lists that somebody gave a name, by their address: their donors are found anew whenever they are asked for. A row is ended by
-- who takes the list off, and never deleted.
create table listes_gardees (
  liste_id    uuid primary key default gen_random_uuid(),
  nom         text not null check (nom <> '' and char_length(nom) <= 200),
  adresse     text not null check (adresse like '/%' and char_length(adresse) <= 4000),
  gardee_par  text not null check (gardee_par <> ''),
  gardee_le   timestamptz not null default clock_timestamp(),
  retiree_par text check (retiree_par <> ''),
  retiree_le  timestamptz,
  check ((retiree_par is null) = (retiree_le is null))
);

-- What a kept list was at a publication, 0 before the first; right after it, with what had been decided by then.
create table listes_mesures (
  liste_id    uuid not null references listes_gardees,
  publication bigint not null,
  donateurs   bigint not null,
  montant     numeric(20, 2) not null,
  primary key (liste_id, publication)
);

-- Who was in it, as differences: from publication `depuis` on, until before `jusqua`. Numbers alone; of a list that is taken off
-- they are deleted.
create table listes_membres (
  liste_id   uuid not null references listes_gardees,
  contact_id text collate "C" not null,
  depuis     bigint not null,
  jusqua     bigint check (jusqua > depuis),
  primary key (liste_id, contact_id, depuis)
);

create index listes_membres_presents on listes_membres (liste_id, contact_id) where jusqua is null;

-- Up to which publication they were.
create table listes_mesurees (
  une_ligne   boolean primary key default true check (une_ligne),
  publication bigint
);

insert into listes_mesurees default values;

-- Who was thanked, on which day and by whom. An act that names another (`annule`) takes it back, and has no day of its own.
-- Rows are added by the service; none is changed, and those of a person who is forgotten are taken off.
create table remerciements (
  numero     bigint generated always as identity primary key,
  contact_id text collate "C" not null check (contact_id <> '' and char_length(contact_id) <= 200),
  jour       date,
  annule     bigint unique references remerciements,
  par        text not null check (par <> ''),
  ecrit_le   timestamptz not null default clock_timestamp(),
  check ((jour is null) <> (annule is null))
);

create index remerciements_contact on remerciements (contact_id);

-- Every file of donors that was asked for: who, when, which set. Written when it begins; what it held, when it ends. A
-- file without a hash never ended whole. Kept 12 months. `parametres` are those of the address, never what was
-- searched for or pasted.
create table journal_exports (
  export_id   uuid primary key default gen_random_uuid(),
  commence_le timestamptz not null default clock_timestamp(),
  termine_le  timestamptz,
  fichier     text not null,
  par         text not null,
  parametres  jsonb not null,
  lignes      bigint,
  sha256      text check (sha256 ~ '^[0-9a-f]{64}$')
);

create index journal_exports_commence on journal_exports (commence_le desc);
