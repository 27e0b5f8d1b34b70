-- The facts: one row a contact and year with a gift, excluded contacts too, as they were published. A full computation
-- makes a partition of its own under the next generation, so that nobody waits; `faits_publies` says which one is read,
-- and what it was computed from. Columns of one width come first: scans of millions of rows find them fastest.
create table faits_donateurs (
  generation           integer,
  nombre               integer,
  nombre_vfl           integer,
  cumul_nombre         integer,
  cumul_vfl            integer,
  premier_jour         date,
  dernier_jour         date,
  premier_don          date,
  dernier_don          date,
  annee                smallint,
  exclu                boolean,
  premier_vfl          boolean,
  dernier_vfl          boolean,
  carriere_vfl         boolean,
  contact_id           text collate "C",
  montant              numeric,
  dernier_montant      numeric,
  cumul                numeric,
  annee_precedente     smallint,
  annee_suivante       smallint,
  premier_jour_suivant date,
  deuxieme_don         date,
  montant_precedent    numeric,
  premier_codemedia    text,
  premier_origincode   text
) partition by list (generation);

create table faits_publies (
  une_ligne         boolean primary key default true check (une_ligne),
  generation        integer not null,
  donations_version bigint not null,
  evenement         bigint not null,
  exclus_version    bigint not null,
  campagne_vfl_motif text not null
);

insert into faits_publies values (true, 0, 0, 0, 0, '');

-- Which donors an import changed, by the version of `donations` that it made. A version without an entry in
-- `ecritures_suivies` was written by something else.
create table donateurs_touches (
  version    bigint not null,
  contact_id text collate "C" not null
);

create index donateurs_touches_version on donateurs_touches (version);

create table ecritures_suivies (
  version bigint primary key
);

-- These are no materialized views any more: what reads them goes first.
drop materialized view if exists activite;
