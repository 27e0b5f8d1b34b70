-- Donors by everything that small summaries ask of a year, and what they gave: these are computed from its few thousand
-- rows. A change since the publication is few rows too. `sens`: whether those who gave the year before gave more than
-- then (1), as much (0) or less (-1), 0 for all others; `revenu`: whether they gave again the year after.
-- nom : Groupes de donateurs par année
-- rôle : Pour les totaux d’une année, sur plusieurs écrans
-- clé : annee, premiere_annee, recul, sens, revenu, profil, segment, tranche_total, tranche_dernier
-- sommes : nombre, montant, montant_precedent
select
  ensemble,
  annee,
  premiere_annee,
  recul,
  case when recul = 1 then sign(montant - montant_precedent) else 0 end::smallint as sens,
  annee_suivante is not distinct from annee + 1 as revenu,
  profil,
  segment,
  tranche_total,
  tranche_dernier,
  sum(signe) as nombre,
  sum(signe * montant) as montant,
  coalesce(sum(signe * montant_precedent) filter (where recul = 1), 0) as montant_precedent
from faits_comptes
group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
