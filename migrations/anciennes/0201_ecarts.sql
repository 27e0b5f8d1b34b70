-- What the gifts that count became since the publication before, as a refresh sees it: the rows of one refresh alone.
create table dons_ecarts (
  signe        integer not null,
  contact_id   text not null,
  order_date   date not null,
  order_amount numeric not null,
  campagne     text not null,
  media        text not null,
  origine      text not null,
  produit      text not null
);

-- Whether the latest refresh of the facts knows which of them changed, so that figures may follow by differences.
alter table faits_publies add column par_ecarts boolean not null default false;

-- Whether a refresh computes all figures anew: where somebody asks for one, and at night.
alter table rafraichissements add column entier boolean not null default true;

-- What the latest whole computation found of each figure that followed by differences until then: how many rows it has, and
-- how many of them were others than they should be. A row of two values counts twice.
create table chiffres_compares (
  nom         text primary key,
  lignes      bigint not null,
  differentes bigint not null,
  compare_le  timestamptz not null default clock_timestamp()
);
