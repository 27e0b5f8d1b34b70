-- Gifts of each donor in the 36 months up to the horizon of the grid: those of a group together.
create view recents_par_donateur as
select contact_brut as contact_id, nombre, montant, dernier_jour
from dons_36_mois
-- one server only {
where contact_brut not in (select contact_id from contacts_groupes)
union all
select contact_id, count(*), sum(order_amount), max(order_date)
from dons_canoniques
where contact_brut = any (array(select contact_id from contacts_groupes))
  and order_date > (select jour from horizon_grille) - interval '36 months'
  and order_date <= (select jour from horizon_grille)
group by contact_id
-- }
;
