-- The donors excluded now, each with the number of the event that excluded it: a projection of the event
-- log, written with it in one transaction, rebuilt from it and checked against it.
create table donateurs_exclus (
  contact_id text primary key,
  numero     bigint not null unique
);
