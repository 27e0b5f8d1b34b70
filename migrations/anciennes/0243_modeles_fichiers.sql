-- Readings that somebody kept under a name. A change is a new version; imports name the one that they came from.
create table modeles_fichiers (
  id      text not null,
  version integer not null check (version > 0),
  nom     text not null,
  lecture jsonb not null,
  par     text not null,
  le      timestamptz not null default clock_timestamp(),
  primary key (id, version)
);

-- Models that are offered no more.
create table modeles_oublies (
  id  text primary key,
  par text not null,
  le  timestamptz not null default clock_timestamp()
);
