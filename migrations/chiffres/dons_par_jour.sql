-- Gifts and their sum by day.
-- nom : Dons par jour
-- rôle : Pour l’écran À date et sa projection
-- clé : jour
-- sommes : nombre, montant
select ensemble, order_date as jour, sum(signe) as nombre, sum(signe * order_amount) as montant
from dons_comptes
group by 1, 2;
