-- A file that was read, and its import: preview, job and entry of the journal in one row.
-- `bail` is the lease: whoever reads the file or imports it renews it; `tentative` fences late writes, and
-- `pid` with `pid_depuis` is the database process that writes, ended when its import is given up.
create table imports (
  import_id   uuid primary key,
  type        text not null check (type in ('donateurs', 'donations')),
  statut      text not null check (statut in ('lecture', 'pret', 'processing', 'completed', 'error')),
  nom         text not null,
  taille      bigint not null default 0,
  sha256      text not null default '',
  lecture     jsonb,
  apercus     jsonb not null default '{}',
  en_depot    boolean not null default true,
  depose_le   timestamptz not null default clock_timestamp(),
  bail        timestamptz not null,
  tentative   integer not null default 0,
  pid         integer,
  pid_depuis  timestamptz,
  completer   boolean not null default false,
  importe_par text,
  commence_le timestamptz,
  termine_le  timestamptz,
  etape       text not null default '',
  pourcentage double precision not null default 0,
  traitees    bigint not null default 0,
  total       bigint not null default 0,
  message     text not null default '',
  erreurs     text[] not null default '{}',
  resultat    jsonb
);

create index imports_journal on imports (commence_le desc);
