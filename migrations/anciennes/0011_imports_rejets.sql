-- The rejected lines of each file; `motif_complete` is what remains of the motif once short lines are completed.
create table imports_rejets (
  import_id      uuid not null,
  ligne          integer not null,
  texte          text not null,
  motif          text not null,
  motif_complete text not null
);

create index imports_rejets_lignes on imports_rejets (import_id, ligne);
