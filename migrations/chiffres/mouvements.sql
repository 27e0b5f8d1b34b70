-- Donors of a year by how many years before they had last given (`recul`, see donateurs_annees), by whether they gave
-- more, as much or less than the year before (`sens`) and by whether they gave again the year after (`revenu`); what
-- they gave, and had given.
-- nom : Mouvements de donateurs
-- rôle : Pour l’écran Fidélisation et les repères de l’écran Montants
-- clé : annee, recul, sens, revenu
-- sommes : donateurs, montant, montant_precedent
select
  ensemble,
  annee,
  recul,
  sens,
  revenu,
  sum(nombre) as donateurs,
  sum(montant) as montant,
  sum(montant_precedent) as montant_precedent
from groupes_comptes
group by 1, 2, 3, 4, 5;
