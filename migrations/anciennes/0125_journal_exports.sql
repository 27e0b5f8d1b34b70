-- Every file of donors that was asked for: who, when, which set. Written when it begins; what it held, when it ends. A
-- file without a hash never ended whole. Kept 12 months. `parametres` are those of the address, never what was
-- searched for or pasted.
create table journal_exports (
  export_id   uuid primary key default gen_random_uuid(),
  commence_le timestamptz not null default clock_timestamp(),
  termine_le  timestamptz,
  fichier     text not null,
  par         text not null,
  parametres  jsonb not null,
  lignes      bigint,
  sha256      text check (sha256 ~ '^[0-9a-f]{64}$')
);

create index journal_exports_commence on journal_exports (commence_le desc);
