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

-- All months of a campaign's code.
create index ventilation_mois_dons_code on ventilation_mois_dons (code, annee, mois) where axe = 'campagne';
