-- The files that came by the folder (DEPOT_DIR), each time that one was taken: what became of it, and where it lies now below
-- the folder. Without `sort` it is on its way: its import may have ended though the file was not moved yet, and is not made
-- again. `marque` tells which file of the folder it is: its inode, size and time.
create table depot_fichiers (
  depot_id   uuid primary key default gen_random_uuid(),
  nom        text not null,
  taille     bigint not null,
  marque     text not null,
  sha256     text not null default '',
  fichier_id uuid,
  sort       text check (sort in ('importe', 'a_decider', 'refuse', 'parti')),
  phrase     text not null default '',
  chemin     text,
  vu_le      timestamptz not null default clock_timestamp(),
  termine_le timestamptz
);

create index depot_fichiers_vu on depot_fichiers (vu_le desc);
create index depot_fichiers_suivis on depot_fichiers (depot_id) where sort is null or sort = 'a_decider';

-- What stands in the way of the whole folder, as the service that watches it found last.
create table depot_etat (
  seul   boolean primary key default true check (seul),
  phrase text,
  le     timestamptz not null default clock_timestamp()
);

alter table leases drop constraint leases_kind_check;
alter table leases add constraint leases_kind_check
  check (kind in ('staging', 'import', 'refresh', 'lecture', 'depot'));
