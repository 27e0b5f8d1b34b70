-- Donors of a year by what they are asked for two by two, and where they live; `nouveau`: their first gift ever is of it.
-- nom : Croisements
-- rôle : Pour les écrans Croisements et Géographie
-- clé : annee, departement, profil, tranche_total, segment, nouveau
-- sommes : donateurs, dons, montant
select
  ensemble,
  annee,
  departement,
  profil,
  tranche_total,
  segment,
  recul = 0 as nouveau,
  sum(signe) as donateurs,
  sum(signe * nombre) as dons,
  sum(signe * montant) as montant
from faits_comptes
group by 1, 2, 3, 4, 5, 6, 7;
