-- Gifts and their sum by day.
create view dons_par_jour_calcul as
select ensemble, order_date as jour, sum(signe) as nombre, sum(signe * order_amount) as montant
from dons_comptes
group by 1, 2;
