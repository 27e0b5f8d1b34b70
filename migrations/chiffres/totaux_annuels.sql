-- Donors of a year by the whole euros of what they gave in it, and their sum.
-- nom : Totaux annuels des donateurs
-- rôle : Pour la concentration de l’écran Montants
-- clé : annee, euro
-- sommes : nombre, montant
select ensemble, annee, floor(montant)::bigint as euro, sum(signe) as nombre, sum(signe * montant) as montant
from faits_comptes
group by 1, 2, 3;
