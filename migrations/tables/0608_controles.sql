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

-- When all gifts and facts were last counted anew for the controls, and how many seconds that took: where it is long, only
-- what a publication changed is compared right after it. `entier` is false within such a transaction alone.
create table controles_etat (
  une_ligne  boolean primary key default true check (une_ligne),
  etat       text,
  calcule_le timestamptz,
  entier_le  timestamptz,
  duree      double precision,
  entier     boolean not null default true
);

insert into controles_etat default values;

-- How far the published facts were recounted, donor by donor, from the stored gifts, and which came out otherwise. The
-- walk goes through the facts by contact and through the gifts by id, each from where it stopped; one that passed the
-- last begins again.
create table parcours_faits (
  une_ligne      boolean primary key default true check (une_ligne),
  contact_id     text collate "C" not null default '',
  don_id         text not null default '',
  compares       bigint not null default 0,
  compares_avant bigint not null default 0,
  tour_acheve_le timestamptz
);

insert into parcours_faits default values;

-- `colonnes` names the columns that differ, or says that the fact is missing, or is of nobody's gifts.
create table faits_en_ecart (
  contact_id text collate "C" not null,
  annee      smallint not null,
  colonnes   text not null,
  primary key (contact_id, annee)
);

-- What somebody says that the accounts have of a year, or of a month of it (a year's own has no `mois`), or that a total is
-- withdrawn: a row without an amount, with the reason. The last word on each counts; rows are added by
-- inscrire_total_comptable() and by nothing else, none is ever changed or removed.
create table totaux_comptables (
  numero    bigint generated always as identity primary key,
  annee     smallint not null,
  montant   numeric(20, 2),
  saisi_par text not null check (saisi_par <> ''),
  identite  text check (identite <> ''),
  saisi_le  timestamptz not null default clock_timestamp(),
  motif     text check (motif <> ''),
  mois      smallint check (mois between 1 and 12),
  check ((montant is null) = (motif is not null))
);

-- A gap with the accounts that somebody explained: of these two amounts of a year, or of a month of it. Another amount on
-- either side opens it again.
create table ecarts_expliques (
  numero          bigint generated always as identity primary key,
  annee           smallint not null,
  mois            smallint check (mois between 1 and 12),
  comptabilite    numeric(20, 2) not null,
  tableau_de_bord numeric not null,
  raison          text not null check (raison <> ''),
  explique_par    text not null check (explique_par <> ''),
  identite        text check (identite <> ''),
  explique_le     timestamptz not null default clock_timestamp(),
  check (comptabilite <> tableau_de_bord)
);
