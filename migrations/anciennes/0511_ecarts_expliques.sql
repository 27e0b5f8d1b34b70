-- A gap with the accounts that somebody explained: of these two amounts of a year, or of a month of it. Another amount on
-- either side opens it again.
create table ecarts_expliques (
  numero          bigint generated always as identity primary key,
  annee           smallint not null,
  mois            smallint check (mois between 1 and 12),
  comptabilite    numeric(20, 2) not null,
  tableau_de_bord numeric not null,
  raison          text not null check (raison <> ''),
  explique_par    text not null check (explique_par <> ''),
  identite        text check (identite <> ''),
  explique_le     timestamptz not null default clock_timestamp(),
  check (comptabilite <> tableau_de_bord)
);
