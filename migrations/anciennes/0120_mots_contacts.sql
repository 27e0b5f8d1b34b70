-- The words under which each contact is found, beside the contacts so that an import pays nothing for them: the
-- service brings them up to date after each. `empreinte` tells of which texts they were made.
create table mots_contacts (
  contact_id text primary key,
  empreinte  bigint not null,
  mots       tsvector not null
);

create index mots_contacts_mots on mots_contacts using gin (mots);

-- What the words were made from: how many imports of contacts were completed, and the definition of a word. Null:
-- they never were.
create table mots_contacts_etat (
  une_ligne  boolean primary key default true check (une_ligne),
  imports    bigint,
  definition bigint
);

insert into mots_contacts_etat default values;
