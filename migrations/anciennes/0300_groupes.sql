-- Who is the same person, as three more events of the log say: FUSION (contact_id is contact_principal), SEPARATION (it
-- leaves it), DISTINCTS (the two are two people, whatever reasons to think otherwise were known: `connues`, keys between
-- commas, none of which is personal).
alter table evenements_exclusion
  add column contact_principal text,
  add column connues text,
  drop constraint evenements_exclusion_type_check,
  add constraint evenements_exclusion_type_check
    check (type in ('EXCLUSION', 'REINTEGRATION', 'ARRETE', 'FUSION', 'SEPARATION', 'DISTINCTS')),
  add check ((type in ('FUSION', 'SEPARATION', 'DISTINCTS')) = (contact_principal is not null)),
  add check ((type = 'DISTINCTS') = (connues is not null)),
  add check (contact_principal not in ('', contact_id));

create index evenements_exclusion_principal on evenements_exclusion (contact_principal, numero)
  where contact_principal is not null;

-- The contacts that count as another one now, each with the number of the event that says so: a projection of the log, as
-- donateurs_exclus is. A principal is never a member: one level only.
create table groupes_contacts (
  contact_id        text primary key,
  contact_principal text not null check (contact_principal <> contact_id),
  numero            bigint not null unique
);

create index groupes_contacts_principal on groupes_contacts (contact_principal);

-- The pairs that somebody said are two people, `contact_a` before `contact_b` byte by byte, by the last word on each.
create table contacts_distincts (
  contact_a text not null,
  contact_b text not null,
  connues   text[] not null,
  numero    bigint not null unique,
  primary key (contact_a, contact_b),
  check (contact_a < contact_b collate "C")
);

create index contacts_distincts_b on contacts_distincts (contact_b);
