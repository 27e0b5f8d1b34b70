-- How letters follow each other in names: each group of three, as trigrammes() has them, and how likely it is. Learned from
-- the names with two bearers, made anew when all contacts are looked at. Of gifts the same look notes `plafond`, the amount
-- that one in a thousand exceeds.
create table suites_noms (
  suite     text collate "C" primary key,
  frequence double precision not null
);

alter table signalements_etat add column plafond numeric;

-- Reasons are found anew.
update signalements_etat set regles = null;
