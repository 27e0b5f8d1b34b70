-- Donors of a year by the band of their total of the year.
-- nom : Tranches du total annuel
-- rôle : Pour l’écran Montants
-- clé : annee, tranche
-- sommes : nombre
select
  ensemble,
  annee,
  tranche_total as tranche,
  sum(nombre) as nombre
from groupes_comptes
group by 1, 2, 3;
