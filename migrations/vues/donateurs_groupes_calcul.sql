-- Donors by everything that small summaries ask of a year, and what they gave: these are computed from its few thousand
-- rows. A change since the publication is few rows too.
create view donateurs_groupes_calcul as
select
  ensemble,
  annee,
  premiere_annee,
  recul,
  profil,
  segment,
  tranche_total,
  tranche_dernier,
  sum(signe) as nombre,
  sum(signe * montant) as montant
from faits_comptes
group by 1, 2, 3, 4, 5, 6, 7, 8;
