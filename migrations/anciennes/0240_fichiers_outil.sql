-- A file of somebody's own tool (type `fichier`) holds donors and gifts: it is the import of its gifts, and that of its
-- cards is a file of its own, `de` that one. `demande` is what its import was asked with: reading, digest and model.
alter table fichiers drop constraint fichiers_type_check;
alter table fichiers
  add constraint fichiers_type_check check (type in ('donateurs', 'donations', 'fichier')),
  add column de uuid references fichiers;
alter table imports add column demande jsonb;
alter table leases drop constraint leases_kind_check;
alter table leases add constraint leases_kind_check check (kind in ('staging', 'import', 'refresh', 'lecture'));

-- The ways in which a staged file is read, each with its account. `lues` is what the pass over the file counted, null
-- while it runs; `compte` is of the base after so many imports (`apres`); `refus` says why there is none.
create table lectures_fichiers (
  lecture_id uuid primary key,
  fichier_id uuid not null references fichiers on delete cascade,
  empreinte  text not null,
  lecture    jsonb not null,
  lues       jsonb,
  compte     jsonb,
  apres      bigint,
  refus      jsonb,
  traitees   bigint not null default 0,
  total      bigint,
  demandee_le timestamptz not null default clock_timestamp(),
  unique (fichier_id, empreinte)
);
create index fichiers_de on fichiers (de) where de is not null;
