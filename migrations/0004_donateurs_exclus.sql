-- The current state of the exclusions: a projection of the event log, rebuilt and checked from it.
create table donateurs_exclus (
  contact_id text primary key,
  numero     bigint not null
);
