-- Gifts of a year by their amount.
-- nom : Montants des dons
-- clé : annee, euros
-- sommes : nombre
select ensemble, date_part('year', order_date)::smallint as annee, order_amount as euros, sum(signe) as nombre
from dons_comptes
group by 1, 2, 3;
