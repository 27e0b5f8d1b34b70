-- Who was thanked, on which day and by whom. An act that names another (`annule`) takes it back, and has no day of its own.
-- Rows are added by the service; none is changed, and those of a person who is forgotten are taken off.
create table remerciements (
  numero     bigint generated always as identity primary key,
  contact_id text collate "C" not null check (contact_id <> '' and char_length(contact_id) <= 200),
  jour       date,
  annule     bigint unique references remerciements,
  par        text not null check (par <> ''),
  ecrit_le   timestamptz not null default clock_timestamp(),
  check ((jour is null) <> (annule is null))
);

create index remerciements_contact on remerciements (contact_id);
