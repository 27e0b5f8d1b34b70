-- What the breakdown by code is summed up from, kept as the facts are: everybody's gifts by code and day, excluded donors'
-- too, and everybody's donors by code and year, as they were published. A gift of a month before `ventilation_depuis`
-- stands under the first day of its month.
create table ventilation_dons (
  axe     text not null,
  jour    date not null,
  code    text not null,
  nombre  bigint not null,
  montant numeric not null,
  primary key (axe, jour, code)
);

create table ventilation_contacts (
  axe        text not null,
  annee      smallint not null,
  code       text not null,
  donateurs  bigint not null,
  nouveaux   bigint not null,
  primary key (axe, annee, code)
);

-- The gifts that an import changed, as they were (`signe` -1) and as they are, by the version of `donations` that it made.
create table ventilation_ecarts (
  version      bigint not null,
  signe        integer not null,
  order_date   date not null,
  order_amount numeric not null,
  campagne     text not null,
  media        text not null,
  origine      text not null,
  produit      text not null
);

create index ventilation_ecarts_version on ventilation_ecarts (version);

alter table faits_publies
  add column ventilation_generation integer not null default 0,
  add column ventilation_depuis date not null default '-infinity';
