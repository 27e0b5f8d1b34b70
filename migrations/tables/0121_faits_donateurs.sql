-- The facts: one row a contact and year with a gift, excluded contacts too, as they were published. A full computation
-- makes a partition of its own under the next generation, so that nobody waits; `faits_publies` says which one is read,
-- and what it was computed from.
create table faits_donateurs (
  generation          integer not null,
  contact_id          text collate "C" not null,
  annee               smallint not null,
  exclu               boolean not null,
  nombre              integer not null,
  nombre_vfl          integer not null,
  montant             numeric not null,
  premier_jour        date not null,
  dernier_jour        date not null,
  premier_vfl         boolean not null,
  dernier_vfl         boolean not null,
  dernier_montant     numeric not null,
  premier_codemedia   text,
  premier_origincode  text,
  annee_precedente    smallint,
  montant_precedent   numeric,
  annee_suivante      smallint,
  premier_jour_suivant date,
  premier_don         date not null,
  deuxieme_don        date,
  dernier_don         date not null,
  carriere_vfl        boolean not null,
  cumul               numeric not null,
  cumul_nombre        integer not null,
  cumul_vfl           integer not null
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
