create table donateurs (
  contact_id text collate "C" primary key,
  firstname  text,
  lastname   text,
  city       text,
  zip        text,
  email      text,
  phone      text,
  birthdate  text,
  civility   text,
  is_company boolean
);

-- The donors whose card was emptied on their request, and by whom: an import must not bring it back.
create table donateurs_anonymises (
  contact_id   text collate "C" primary key,
  anonymise_le timestamptz not null default clock_timestamp(),
  par          text check (par <> '')
);

-- The contacts whose card came to lie in another department since the publication, as imports and erasures say; null is
-- any of them, where they are too many to tell.
create table fiches_deplacees (
  contact_id text collate "C"
);

-- The words under which each contact is found, beside the contacts so that an import pays nothing for them: the
-- service brings them up to date after each. `empreinte` tells of which texts they were made.
create table mots_contacts (
  contact_id text collate "C" primary key,
  empreinte  bigint not null,
  mots       tsvector not null
);

create index mots_contacts_mots on mots_contacts using gin (mots);

-- What the words were made from: how many imports of contacts were completed, and the definition of a word. Null:
-- they never were.
create table mots_contacts_etat (
  une_ligne  boolean primary key default true check (une_ligne),
  imports    bigint,
  definition bigint
);

insert into mots_contacts_etat default values;

-- The words of the contacts' names, once each, with their trigrams: what is near a name that nobody bears. The service
-- brings them up to date with `mots_contacts`.
create table mots_noms (
  mot        text primary key,
  trigrammes text[] not null
);

create index mots_noms_trigrammes on mots_noms using gin (trigrammes);

-- Where the partitions of `donations` are: in a schema of their own, because the service, which replaces them,
-- may not create anything in `public`.
create schema partitions;

-- One partition holds everything, so that a rebuilt table can take its place in an instant
-- while the views keep reading `donations`.
create table donations (
  id              text not null primary key,
  order_id        text,
  order_amount    numeric(14, 2) not null check (order_amount >= 0),
  order_date      date not null,
  contact_id      text collate "C" not null,
  codemedia_code  text,
  campaign_code   text,
  origincode_code text,
  product_code    text
) partition by range (id);

create table partitions.donations_1 partition of donations for values from (minvalue) to (maxvalue);

create index donations_contact_date on donations (contact_id, order_date);

-- The order of the donations list as one number: the year, then the amount in cents.
create function cle_donation(order_date date, order_amount numeric) returns bigint
language sql immutable parallel safe
return date_part('year', order_date)::bigint * 1e14::bigint + (order_amount * 100)::bigint;

-- The donations of a year by amount, then date. Equal keys share an entry, so it is the smallest index here.
create index donations_par_montant on donations (cle_donation(order_date, order_amount), order_date);

-- Counts the statements that wrote `donations`: whoever keeps something computed from them keeps the version
-- beside it.
create table donations_version (
  une_ligne boolean primary key default true check (une_ligne),
  version   bigint not null
);

insert into donations_version (version) values (0);

-- Who reads what lies on several servers has one moment of it only while nobody commits there: an import takes this
-- empty table before its end (row exclusive), who must not see half of it as its very first statement (share). On one
-- server a snapshot says the same, and nobody reads under it.
create table passage (
  une_ligne boolean primary key default true check (une_ligne)
);

-- The settings that the views read; the service writes them at start.
create table parametres (
  une_ligne          boolean primary key default true check (une_ligne),
  campagne_vfl_motif text not null
);

insert into parametres (campagne_vfl_motif) values ('VFL');
