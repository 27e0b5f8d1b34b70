-- Gifts of each contact in the 36 months up to the horizon of the grid.
create view dons_36_mois as
with horizon as materialized (
  select jour, (jour - interval '36 months')::date as debut from horizon_grille
)
select contact_brut, count(*) as nombre, sum(order_amount) as montant, max(order_date) as dernier_jour
from dons_des_contacts
where order_amount > 0
  and order_date > (select debut from horizon)
  and order_date <= (select jour from horizon)
group by contact_brut;
