-- Contacts who may be one person, a row for each rule that says so: made anew when contacts change, and never a reason to
-- merge anything by itself. `exacte`: their first names are the same, and not only compatible. `cle` tells this reason
-- from an earlier one of the rule: HMAC-SHA-256 of what is equal, under secret_raisons.
create table doublons (
  contact_id text collate "C" not null,
  autre_id   text collate "C" not null,
  regle      text not null,
  exacte     boolean not null,
  cle        text not null,
  primary key (contact_id, autre_id, regle),
  check (contact_id < autre_id)
);
create index doublons_autre on doublons (autre_id);

-- What they were found in, and what they were put together by (null: they never were); `comptes` are the groups of each
-- rule, and in all.
create table doublons_etat (
  une_ligne   boolean primary key default true check (une_ligne),
  contacts    bigint,
  regles      text,
  trouves_le  timestamptz,
  groupes_de  timestamptz,
  evenement   bigint,
  decisions   bigint,
  publication bigint,
  comptes     jsonb not null default '{}'
);
insert into doublons_etat default values;

-- The pairs that nobody has decided on, put together: the contacts of one person, if it is one.
create table doublons_groupes (
  contacts  text[] collate "C" primary key,
  principal text collate "C" not null,
  regles    text[] not null,
  rang      integer not null,
  sur       boolean not null,
  donateurs integer not null,
  montant   numeric not null
);
create index doublons_groupes_ordre on doublons_groupes (rang, montant desc, principal, contacts);
create index doublons_groupes_contacts on doublons_groupes using gin (contacts);
