-- Gifts of a year by the whole euros of their amount; `ronds` are those without cents.
-- nom : Montants des dons
-- rôle : Pour le don médian de l’écran Montants
-- clé : annee, euro
-- sommes : nombre, ronds
select
  ensemble,
  date_part('year', order_date)::smallint as annee,
  floor(order_amount)::bigint as euro,
  sum(signe) as nombre,
  coalesce(sum(signe) filter (where order_amount = floor(order_amount)), 0) as ronds
from dons_comptes
group by 1, 2, 3;
