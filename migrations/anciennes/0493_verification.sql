-- Waves of gifts that somebody said to be honest: an event day, remembered. A wave is named by its rule, day, amount and
-- what its donors share (`cle`: the media, or what repeats).
create table vagues_legitimes (
  decision_id uuid primary key,
  regle       text not null check (regle in ('B3', 'B4')),
  jour        date not null,
  montant     numeric not null,
  cle         text not null,
  donateurs   bigint not null,
  total       numeric not null,
  raison      text not null check (raison <> ''),
  decide_par  text not null check (decide_par <> ''),
  identite    text check (identite <> ''),
  decide_le   timestamptz not null default clock_timestamp()
);

-- How many of the donors bear a rule's reasons of so many points or more, as the last search found them: what many bear
-- proves nothing, and many weak ones leave the strong ones alone.
create table regles_etat (
  regle     text not null,
  points    integer not null,
  porteurs  bigint not null,
  donateurs bigint not null,
  primary key (regle, points)
);

-- The words by which names are found, that somebody added to the shipped lists or took off: the last word on each counts.
create table mots_verification (
  numero      bigint generated always as identity primary key,
  decision_id uuid not null unique,
  liste       text not null check (liste <> ''),
  mot         text not null check (mot <> ''),
  retire      boolean not null,
  raison      text not null check (raison <> ''),
  decide_par  text not null check (decide_par <> ''),
  identite    text check (identite <> ''),
  decide_le   timestamptz not null default clock_timestamp()
);
