-- Donors by their RFM code at the horizon, the gifts that it counts and their sum: those of 36 months, else the last.
create view grille_calcul as
with horizon as materialized (
  select jour from horizon_grille
)
select
  ensemble,
  code_grille(
    horizon.jour,
    coalesce(recents_jour, dernier_jour),
    coalesce(recents, 0),
    coalesce(recents_montant, dernier_montant)
  ) as code,
  sum(signe) as donateurs,
  sum(signe * coalesce(recents, 1)) as dons,
  sum(signe * coalesce(recents_montant, dernier_montant)) as montant
from (
  select
    'publies' as ensemble, 1 as signe, carrieres.premier_jour, carrieres.dernier_jour, carrieres.dernier_montant,
    recents.nombre as recents, recents.montant as recents_montant, recents.dernier_jour as recents_jour
  from donateurs_carrieres as carrieres
  left join dons_36_mois as recents on recents.contact_id = carrieres.contact_id collate "default"
  where not exclu
  union all
  select
    'changes', case when changes.exclu then -1 else 1 end,
    carrieres.premier_jour, carrieres.dernier_jour, carrieres.dernier_montant,
    recents.nombre, recents.montant, recents.dernier_jour
  from donateurs_changes as changes
  join donateurs_carrieres as carrieres using (contact_id)
  left join lateral (
    select count(*) as nombre, sum(order_amount) as montant, max(order_date) as dernier_jour
    from donations
    where donations.contact_id = changes.contact_id collate "default"
      and order_amount > 0
      and order_date > (select jour from horizon) - interval '36 months'
      and order_date <= (select jour from horizon)
    having count(*) > 0
  ) as recents on true
) as donateurs
join horizon on premier_jour <= horizon.jour
group by 1, 2;
