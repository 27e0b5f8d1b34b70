-- The words of the contacts' names, once each, with their trigrams: what is near a name that nobody bears. The service
-- brings them up to date with `mots_contacts`.
create table mots_noms (
  mot         text primary key,
  trigrammes  text[] not null
);

create index mots_noms_trigrammes on mots_noms using gin (trigrammes);
