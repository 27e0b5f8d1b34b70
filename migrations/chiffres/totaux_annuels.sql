-- Donors of a year by what they gave in it.
-- nom : Totaux annuels des donateurs
-- clé : annee, euros
-- sommes : nombre
select ensemble, annee, montant as euros, sum(signe) as nombre
from faits_comptes
group by 1, 2, 3;
