-- The tables that files are staged in, made and dropped with each; nothing here needs a backup.
create schema depots;

-- A file that was received (`fichiers`, with its previews) and its import (`imports`: the entry of the journal, and
-- where it stands) are two rows. A file without `lecture` is still being read; one without an import waits. `depose_par` is
-- who staged it, as a hash that only tells one person from another, `poids` how much room it takes in its depot.
-- A file of somebody's own tool (type `fichier`) holds donors and gifts: it is the import of its gifts, and that of its
-- cards is a file of its own, `de` that one.
create table fichiers (
  fichier_id uuid primary key,
  type       text not null check (type in ('donateurs', 'donations', 'fichier')),
  nom        text not null,
  taille     bigint not null default 0,
  sha256     text not null default '',
  lecture    jsonb,
  apercus    jsonb not null default '{}',
  en_depot   boolean not null default true,
  poids      bigint not null default 0,
  depose_le  timestamptz not null default clock_timestamp(),
  depose_par text not null default '',
  de         uuid references fichiers
);

create index fichiers_de on fichiers (de) where de is not null;

-- `attempt` fences late writes, as that of its lease. `portion` is how many of the hundred parts of an import its present
-- step makes: what PostgreSQL itself measures of the step is a share of that. `demande` is what the import of a tool's file
-- was asked with: reading, digest and model. The undoing of an import is an import of its own: `annule` is the one that it
-- undoes, which is done once.
create table imports (
  fichier_id     uuid primary key references fichiers,
  statut         text not null check (statut in ('processing', 'completed', 'error')),
  attempt        bigint not null default 0,
  completer      boolean not null default false,
  importe_par    text,
  commence_le    timestamptz,
  termine_le     timestamptz,
  etape          text not null default '',
  pourcentage    double precision not null default 0,
  traitees       bigint not null default 0,
  total          bigint not null default 0,
  message        text not null default '',
  erreurs        text[] not null default '{}',
  resultat       jsonb,
  portion        double precision not null default 0,
  lignes_gardees boolean not null default false,
  demande        jsonb,
  annule         uuid references fichiers
);

create index imports_journal on imports (commence_le desc);
create unique index imports_annule on imports (annule) where statut <> 'error';

-- The rejected lines of each file; `motif_complete` is what remains of the motif once short lines are completed. A file of
-- line breaks has more lines than an integer counts.
create table imports_rejets (
  fichier_id     uuid not null references fichiers on delete cascade,
  ligne          bigint not null,
  texte          text not null,
  motif          text not null,
  motif_complete text not null
);

create index imports_rejets_lignes on imports_rejets (fichier_id, ligne);

-- The rows that an import changed: each as it was before (null where there was none) and as the import wrote it, without
-- its empty fields; `cle` is the gift's id or the contact's, `annees` the years of the gift before and after. Kept of the
-- last ten imports that changed something, for 30 days, where one changed at most 200 000 rows: imports.lignes_gardees.
-- The file of an import is never deleted, and to ask for it with each row took a third of the time of keeping them.
create table lignes_avant_import (
  fichier_id uuid not null,
  cle        text collate "C" not null,
  avant      jsonb,
  apres      jsonb not null,
  annees     smallint[] not null,
  primary key (fichier_id, cle)
);

-- The gifts that an import changed, as they were (`signe` -1) and as they are (1), by the first version of `donations` that
-- it made. Figures follow it, « pourquoi » is told from it, and a decision about one of its donors waits for a refresh. Of an
-- import that changed very many it has the gifts of the donors alone whom the log names. A publication removes what the
-- one before it knew.
create table journal_dons (
  version bigint not null,
  signe   integer not null,
  like donations
);

-- The imports that no publication knows yet, by the same version: the last event of the log that each saw, and how many
-- writes of it the journal has whole; a version of `donations` that is of none of them was written by something else.
-- Rows are added and removed, never changed: what was measured of an import before very many gifts changed after it is a
-- further row (`effets`, by year, of all donors).
create table journal_imports (
  version    bigint not null,
  fichier_id uuid not null,
  evenement  bigint not null,
  suivies    integer not null,
  effets     jsonb
);

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
