-- Counts how often donateurs_exclus was set right from the log: without an event, and so to be known by this alone.
-- It belongs to whom the log belongs to, who writes nothing that the service owns.
create table donateurs_exclus_version (
  une_ligne boolean primary key default true check (une_ligne),
  version   bigint not null
);

insert into donateurs_exclus_version (version) values (0);

revoke all on donateurs_exclus_version from public;
