-- The settings that the views read; the service writes them at start.
create table parametres (
  une_ligne          boolean primary key default true check (une_ligne),
  campagne_vfl_motif text not null
);

insert into parametres (campagne_vfl_motif) values ('VFL');
