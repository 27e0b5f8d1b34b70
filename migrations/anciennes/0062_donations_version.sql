-- Counts the statements that wrote `donations`: whoever keeps something computed from them keeps the version
-- beside it.
create table donations_version (
  une_ligne boolean primary key default true check (une_ligne),
  version   bigint not null
);

insert into donations_version (version) values (0);
