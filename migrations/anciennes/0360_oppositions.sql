-- Who must not be written to, by number or by e-mail, and since which day: acts of people with a name, the last of which counts
-- for each number or address and kind. Rows are added by inscrire_oppositions() and by nothing else; none is ever changed or
-- removed. An address is its HMAC-SHA-256 under secret_raisons, which holds when the person's card is erased.
create table oppositions_actes (
  numero     bigint generated always as identity primary key,
  levee      boolean not null,
  nature     text not null check (nature in ('deces', 'courrier', 'email', 'telephone')),
  contact_id text check (contact_id <> '' and char_length(contact_id) <= 200),
  adresse    bytea check (length(adresse) = 32),
  jour       date not null,
  raison     text not null check (raison <> ''),
  par        text not null check (par <> ''),
  ecrit_le   timestamptz not null default clock_timestamp(),
  check ((contact_id is null) <> (adresse is null))
);

create index oppositions_actes_objet on oppositions_actes (contact_id, adresse, nature, numero desc);

-- The addresses themselves, for people to read: the service's, which erases them with the person.
create table oppositions_adresses (
  adresse bytea primary key check (length(adresse) = 32),
  email   text not null
);
