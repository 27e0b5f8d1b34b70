-- What each refresh published, kept for ever: the rows of the views that screens read, as differences (a row, as JSON,
-- stands from publication `depuis` up to the one before `jusqua`).
--
-- It belongs to the owner of the log: the service appends to it through inscrire_publication(). Each
-- publication has its hash, see empreinte_publication(), and that of the one before; one that was there before the chain
-- says when it was found (`trouvee_le`). Null until enchainer_publications() has been there. `ecriture` is the hash of the
-- last entry about the stored gifts then: who writes those entries anew writes the publications anew too.
create table publications (
  numero               bigint primary key check (numero > 0),
  publie_le            timestamptz not null,
  evenement            bigint not null,
  trouvee_le           timestamptz,
  ecriture             text check (ecriture ~ '^[0-9a-f]{64}$'),
  empreinte_precedente text check (empreinte_precedente ~ '^[0-9a-f]{64}$'),
  empreinte            text check (empreinte ~ '^[0-9a-f]{64}$')
);

create table publications_lignes (
  vue    text not null,
  ligne  text not null,
  depuis bigint not null references publications,
  jusqua bigint references publications
);

create index publications_lignes_presentes on publications_lignes (vue) where jusqua is null;
create index publications_lignes_passees on publications_lignes (vue, jusqua) where jusqua is not null;

-- The rows of a publication lie together: some kilobytes tell where.
create index publications_lignes_bornes on publications_lignes using brin (depuis, jusqua) with (pages_per_range = 16);

-- Why figures changed from one publication to the next, in the order in which it came: the first one (DEPART), every
-- import and every decision about a donor by itself, and what nothing explains (AUTRE); with the effect on each year.
-- An import is told by itself (`nom`, `inseres`, `modifies`): its own row stays the service's.
create table publications_causes (
  publication bigint not null references publications,
  rang        integer not null check (rang > 0),
  nature      text not null
              check (nature in ('DEPART', 'IMPORT', 'EXCLUSION', 'REINTEGRATION', 'FUSION', 'SEPARATION', 'AUTRE')),
  le          timestamptz not null,
  fichier_id  uuid,
  evenement   bigint,
  nom         text,
  inseres     bigint,
  modifies    bigint,
  primary key (publication, rang),
  check ((nature = 'IMPORT') = (fichier_id is not null)),
  check ((nature in ('EXCLUSION', 'REINTEGRATION', 'FUSION', 'SEPARATION')) = (evenement is not null))
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

-- What the dashboard reads, as it was in the publication that the transaction names (`publiees.numero`): in place of
-- `public` in the search path, this schema knows nothing else. A further view is a further file.
-- Where several servers hold the data, this one alone knows it.
set local citus.enable_ddl_propagation = off;

create schema publiees;

create view publiees.dons_par_mois_a_jour as
select lignes.*
from publications_lignes
cross join jsonb_to_record(ligne::jsonb) as lignes (annee integer, mois integer, nombre bigint, montant numeric)
where vue = 'dons_par_mois'
  and depuis <= current_setting('publiees.numero')::bigint
  and (jusqua is null or jusqua > current_setting('publiees.numero')::bigint);

create view publiees.donateurs_par_mois_a_jour as
select lignes.*
from publications_lignes
cross join jsonb_to_record(ligne::jsonb) as lignes (annee integer, mois integer, recul integer, nombre bigint)
where vue = 'donateurs_par_mois'
  and depuis <= current_setting('publiees.numero')::bigint
  and (jusqua is null or jusqua > current_setting('publiees.numero')::bigint);

create view publiees.dons_par_jour_a_jour as
select lignes.*
from publications_lignes
cross join jsonb_to_record(ligne::jsonb) as lignes (jour date, nombre bigint, montant numeric)
where vue = 'dons_par_jour'
  and depuis <= current_setting('publiees.numero')::bigint
  and (jusqua is null or jusqua > current_setting('publiees.numero')::bigint);

create view publiees.donateurs_par_jour_a_jour as
select lignes.*
from publications_lignes
cross join jsonb_to_record(ligne::jsonb) as lignes (annee integer, jour date, recul integer, nombre bigint)
where vue = 'donateurs_par_jour'
  and depuis <= current_setting('publiees.numero')::bigint
  and (jusqua is null or jusqua > current_setting('publiees.numero')::bigint);

create view publiees.horizon_a_jour as
select lignes.*
from publications_lignes
cross join jsonb_to_record(ligne::jsonb) as lignes (jour date)
where vue = 'horizon_publie'
  and depuis <= current_setting('publiees.numero')::bigint
  and (jusqua is null or jusqua > current_setting('publiees.numero')::bigint);

set local citus.enable_ddl_propagation = on;
