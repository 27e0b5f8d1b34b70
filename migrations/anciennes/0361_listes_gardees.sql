-- Lists that somebody gave a name, by their address: their donors are found anew whenever they are asked for. A row is ended by
-- who takes the list off, and never deleted.
create table listes_gardees (
  liste_id   uuid primary key default gen_random_uuid(),
  nom        text not null check (nom <> '' and char_length(nom) <= 200),
  adresse    text not null check (adresse like '/%' and char_length(adresse) <= 4000),
  gardee_par text not null check (gardee_par <> ''),
  gardee_le  timestamptz not null default clock_timestamp(),
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
