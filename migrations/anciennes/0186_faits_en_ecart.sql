-- How far the published facts were recounted, donor by donor, from the stored gifts, and which came out otherwise. The
-- walk goes through the facts by contact and through the gifts by id, each from where it stopped; one that passed the
-- last begins again.
create table parcours_faits (
  une_ligne      boolean primary key default true check (une_ligne),
  contact_id     text collate "C" not null default '',
  don_id         text not null default '',
  compares       bigint not null default 0,
  compares_avant bigint not null default 0,
  tour_acheve_le timestamptz
);

insert into parcours_faits default values;

-- `colonnes` names the columns that differ, or says that the fact is missing, or is of nobody's gifts.
create table faits_en_ecart (
  contact_id text collate "C" not null,
  annee      smallint not null,
  colonnes   text not null,
  primary key (contact_id, annee)
);
