-- The undoing of an import is an import of its own: `annule` is the one that it undoes, which is done once.
alter table imports add column annule uuid references fichiers;
create unique index imports_annule on imports (annule) where statut <> 'error';

-- The import that a key or a pair is of: undoing it takes back those that nothing else leads to.
alter table identites add column fichier_id uuid references fichiers on delete set null;
alter table identites_ambigues add column fichier_id uuid references fichiers on delete set null;

-- The refunds that an import told: each as it was before, null where it was not known, and as the import left it.
create table remboursements_avant_import (
  fichier_id uuid not null references fichiers on delete cascade,
  cle        text not null,
  avant      jsonb,
  apres      jsonb not null,
  primary key (fichier_id, cle)
);
