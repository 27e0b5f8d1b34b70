-- What each refresh published, kept for ever: the rows of the views that screens read, as differences (a row, as JSON,
-- stands from publication `depuis` up to the one before `jusqua`).
create table publications (
  numero    bigint primary key check (numero > 0),
  publie_le timestamptz not null,
  evenement bigint not null
);

create table publications_lignes (
  vue    text not null,
  ligne  text not null,
  depuis bigint not null references publications,
  jusqua bigint references publications
);

create index publications_lignes_presentes on publications_lignes (vue) where jusqua is null;
create index publications_lignes_passees on publications_lignes (vue, jusqua) where jusqua is not null;

-- Why figures changed from one publication to the next, in the order in which it came: the first one (DEPART), every
-- import and every decision about a donor by itself, and what nothing explains (AUTRE); with the effect on each year.
create table publications_causes (
  publication bigint not null references publications,
  rang        integer not null check (rang > 0),
  nature      text not null check (nature in ('DEPART', 'IMPORT', 'EXCLUSION', 'REINTEGRATION', 'AUTRE')),
  le          timestamptz not null,
  fichier_id  uuid,
  evenement   bigint,
  primary key (publication, rang),
  check ((nature = 'IMPORT') = (fichier_id is not null)),
  check ((nature in ('EXCLUSION', 'REINTEGRATION')) = (evenement is not null))
);

create table publications_effets (
  publication bigint not null,
  rang        integer not null,
  annee       smallint not null,
  dons        bigint not null,
  montant     numeric not null,
  donateurs   bigint not null,
  primary key (publication, rang, annee),
  foreign key (publication, rang) references publications_causes
);

create index publications_effets_annee on publications_effets (annee, publication);

-- The imports that no publication knows yet, in their order, each after the event of the log that it saw last. Rows are
-- added and removed, never changed: a refresh removes what it has published, while an import goes on.
create table effets_imports (
  numero     bigint generated always as identity primary key,
  fichier_id uuid not null,
  evenement  bigint not null
);

-- Those whose effect was measured. Of an import that changed a large part of the gifts it need not be: what nothing else
-- explains is its.
create table effets_imports_mesures (
  fichier_id uuid primary key
);

-- What they changed in a year: of all donors, excluded ones too, and by donor; of a large import of those alone whom the
-- log names.
create table effets_imports_annees (
  fichier_id uuid not null,
  contact_id text collate "C",
  annee      smallint not null,
  dons       bigint not null,
  montant    numeric not null,
  donateurs  bigint not null
);

create index effets_imports_annees_contact on effets_imports_annees (contact_id) where contact_id is not null;
