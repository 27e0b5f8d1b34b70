-- Why a person should look at a donor: one row a reason, made anew after each refresh. `cle` tells a reason from another
-- of the same rule; `faits` is what the rule found, put into words when it is read, without personal data.
-- A reason is kept while it is found again: `vu_le` is when it first was, `passage` when it last was. Both are the
-- beginning of the look, so that what an import brought is told from what was known before.
-- `sous`: the same reason as decisions on whoever counts as the contact knew it: its keys under their numbers, where it is of
-- personal data.
create table signalements (
  contact_id text collate "C" not null,
  regle      text not null,
  cle        text not null,
  points     integer not null,
  faits      jsonb not null,
  vu_le      timestamptz not null default now(),
  passage    timestamptz not null default now(),
  sous       text[] not null default '{}',
  primary key (contact_id, regle, cle)
);

-- What the reasons were found in, up to which event of the log they know decisions, and with what weights the points were
-- added up. Null: they never were looked for. `plafond` is the amount that one gift in a thousand exceeds.
create table signalements_etat (
  une_ligne   boolean primary key default true check (une_ligne),
  publication bigint,
  contacts    bigint,
  regles      text,
  trouves_le  timestamptz,
  evenement   bigint not null default 0,
  plafond     numeric,
  poids       bigint
);

insert into signalements_etat default values;

-- Who has enough reasons to be looked at, whatever people decided since: made with the reasons, so that a page and its
-- totals read a row a donor where a whole base is suspect. `compte`: whether suspects_par_jour counts the donor; `histoire`:
-- what a donor's history took off the points, and of how many years it is.
create table donateurs_signales (
  contact_id  text collate "C" primary key,
  points      integer not null,
  regles      text[] not null,
  montant     numeric not null,
  donations   integer not null,
  premier_don date not null,
  dernier_don date not null,
  compte      boolean not null default false,
  histoire    integer not null default 0
);

create index donateurs_signales_ordre on donateurs_signales (montant desc, length(contact_id), contact_id);

-- What the donors to be looked at gave, by day, made with the reasons: figures say what they are without them. `recul` is
-- that of the donors whose first gift of the year it is (see donateurs_annees), who are `donateurs`; of all other gifts it is
-- null.
create table suspects_par_jour (
  jour      date not null,
  recul     smallint,
  nombre    bigint not null,
  montant   numeric not null,
  donateurs bigint not null
);

create index suspects_par_jour_jour on suspects_par_jour (jour);

-- The same by year and by code of each axis, made with it.
create table suspects_par_code (
  annee   integer not null,
  axe     text not null,
  code    text not null,
  nombre  bigint not null,
  montant numeric not null
);

create index suspects_par_code_annee on suspects_par_code (annee, axe);

-- How many of the donors bear a rule's reasons of so many points or more, as the last search found them: what many bear
-- proves nothing, and many weak ones leave the strong ones alone.
create table regles_etat (
  regle     text not null,
  points    integer not null,
  porteurs  bigint not null,
  donateurs bigint not null,
  primary key (regle, points)
);

-- How letters follow each other in names: each group of three, as trigrammes() has them, and how likely it is. Learned from
-- the names with two bearers, made anew when all contacts are looked at.
create table suites_noms (
  suite     text collate "C" primary key,
  frequence double precision not null
);

-- The contacts that may be collective, found with the reasons to doubt donors: by how many gifts of how many media, or by
-- the name.
create table collectifs_possibles (
  contact_id text collate "C" primary key,
  donations  bigint not null,
  montant    numeric not null,
  medias     bigint not null,
  par_nom    boolean not null
);

-- Every time somebody judged a donor genuine, with the reasons to doubt that were known then (`connues`: regle, cle,
-- points, faits of each). Rows are added by inscrire_decision_legitime() and by nothing else; none is ever changed or
-- removed. The donor is to be looked at again only for a reason that no such row knows.
-- A decision may also be that a contact stands for several givers (COLLECTIF), or does no more (INDIVIDUEL): whatever is
-- found about it, and with nothing found.
create table decisions_legitimes (
  decision_id uuid primary key,
  contact_id  text collate "C" not null check (contact_id <> ''),
  raison      text not null check (raison <> ''),
  decide_par  text not null check (decide_par <> ''),
  identite    text check (identite <> ''),
  decide_le   timestamptz not null,
  points      integer not null,
  connues     jsonb not null check (jsonb_typeof(connues) = 'array'),
  nature      text not null default 'LEGITIME' check (nature in ('LEGITIME', 'COLLECTIF', 'INDIVIDUEL')),
  check (nature <> 'LEGITIME' or points > 0 and connues <> '[]')
);

create index decisions_legitimes_contact on decisions_legitimes (contact_id, decide_le);
create index decisions_legitimes_decide on decisions_legitimes (decide_le);

-- How much a rule weighs since somebody said so, in hundredths of its points, with how many donors it had named were then
-- excluded and how many judged genuine. Rows are added by inscrire_poids_regle() and by nothing else; none is ever changed
-- or removed: the last word on a rule counts, and 100 is as if nothing had been said.
create table poids_regles (
  decision_id uuid primary key,
  numero      bigint generated always as identity unique,
  regle       text not null check (regle <> ''),
  poids       integer not null check (poids in (25, 50, 100)),
  raison      text not null check (raison <> ''),
  decide_par  text not null check (decide_par <> ''),
  identite    text check (identite <> ''),
  decide_le   timestamptz not null,
  exclus      bigint not null,
  legitimes   bigint not null
);

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
