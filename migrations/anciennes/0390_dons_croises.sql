-- The gifts above 0 as they were published, of excluded contacts too, each with what its donor is in that year: what
-- crossings count where the figures by donor do not tell. A generation for each of the facts. Columns of one width come
-- first: scans of millions of rows find them fastest.
create table dons_croises (
  generation     integer not null,
  annee          smallint not null,
  mois           smallint not null,
  tranche        smallint not null,
  tranche_total  smallint not null,
  segment        smallint not null,
  derniere_annee smallint not null,
  exclu          boolean not null,
  nouveau        boolean not null,
  cents          bigint not null,
  contact_id     text collate "C" not null,
  departement    text not null,
  profil         text not null,
  media          text not null,
  origine        text not null,
  campagne       text not null,
  produit        text not null
) partition by list (generation);
