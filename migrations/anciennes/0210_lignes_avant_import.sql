-- The rows that an import changed: each as it was before (null where there was none) and as the import wrote it, without
-- its empty fields; `cle` is the gift's id or the contact's, `annees` the years of the gift before and after. Kept of the
-- last ten imports that changed something, for 30 days, where one changed at most 200 000 rows: imports.lignes_gardees.
create table lignes_avant_import (
  fichier_id uuid not null references fichiers on delete cascade,
  cle        text collate "C" not null,
  avant      jsonb,
  apres      jsonb not null,
  annees     smallint[] not null,
  primary key (fichier_id, cle)
);

alter table imports add column lignes_gardees boolean not null default false;
