-- Donors of a year by the band of their last gift of the year.
-- nom : Tranches du dernier don
-- rôle : Pour l’écran Montants
-- clé : annee, tranche
-- sommes : nombre
select
  ensemble,
  annee,
  tranche_dernier as tranche,
  sum(nombre) as nombre
from groupes_comptes
group by 1, 2, 3;
