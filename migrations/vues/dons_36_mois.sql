-- Gifts of each contact in the 36 months up to the horizon of the grid.
create view dons_36_mois as
select contact_id, count(*) as nombre, sum(order_amount) as montant, max(order_date) as dernier_jour
from donations
where order_amount > 0
  and order_date > (select jour from horizon_grille) - interval '36 months'
  and order_date <= (select jour from horizon_grille)
group by contact_id;
