-- The breakdown by code is kept as the screens read it, of the gifts that count alone: gifts by day, and by month.
create table ventilation_mois_dons (
  axe     text not null,
  annee   smallint not null,
  mois    smallint not null,
  code    text not null,
  nombre  bigint not null,
  montant numeric not null,
  primary key (axe, annee, mois, code)
);

-- Whose gift an import changed: who was excluded has none that counts.
alter table ventilation_ecarts add column contact_id text;
