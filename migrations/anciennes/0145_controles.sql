-- The controls as they came out last, and of which state of the figures; made anew after each refresh, see the view.
create table controles_faits (
  code             text primary key,
  groupe           text not null,
  phrase           text not null,
  unite            text not null,
  parties_en_ecart bigint not null,
  partie           text,
  gauche           numeric not null,
  droite           numeric not null,
  ecart            numeric not null
);

create table controles_etat (
  une_ligne  boolean primary key default true check (une_ligne),
  etat       text,
  calcule_le timestamptz
);

insert into controles_etat default values;

-- What somebody says that the accounts have of a year; the last word on a year counts, none is changed.
create table totaux_comptables (
  numero    bigint generated always as identity primary key,
  annee     smallint not null,
  montant   numeric(20, 2) not null,
  saisi_par text not null check (saisi_par <> ''),
  identite  text check (identite <> ''),
  saisi_le  timestamptz not null default clock_timestamp()
);
