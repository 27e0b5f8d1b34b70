-- The day of each gift, and how long its donor had not given: then the figures that ask for both need neither gifts nor
-- facts. No release had the table yet; what is in it, recalculer_dons_croises computes again.
drop table dons_croises cascade;

create table dons_croises (
  generation     integer not null,
  annee          smallint not null,
  mois           smallint not null,
  quantieme      smallint not null,
  tranche        smallint not null,
  tranche_total  smallint not null,
  segment        smallint not null,
  derniere_annee smallint not null,
  recul          smallint not null,
  exclu          boolean not null,
  cents          bigint not null,
  contact_id     text collate "C" not null,
  departement    text not null,
  profil         text not null,
  media          text not null,
  origine        text not null,
  campagne       text not null,
  produit        text not null
) partition by list (generation);
