-- The donors as the horizon of the grid knows them: how many gifts of 36 months, and the latest of them (`recents_jour`), and
-- what weighs: their sum, else the last gift. A gift after the horizon is not known there, so that of a donor another one
-- may be the last.
create view donateurs_a_l_horizon as
with horizon as materialized (
  select jour from horizon_grille
)
select ensemble, signe, horizon.jour as horizon, recents, recents_jour, pese
from (
  select
    'publies' as ensemble, 1 as signe, carrieres.contact_id, null::text[] as contacts,
    carrieres.premier_jour, carrieres.dernier_jour, carrieres.dernier_montant,
    recents.nombre as recents, recents.montant as recents_montant, recents.dernier_jour as recents_jour
  from donateurs_carrieres as carrieres
  left join dons_36_mois as recents on recents.contact_brut = carrieres.contact_id
  where not exclu
    and carrieres.contact_id not in (select contact_principal from groupes_publies)
  union all
  select
    ensemble, signe, contact_id, contacts, premier_jour, carrieres.dernier_jour, dernier_montant,
    recents.nombre, recents.montant, recents.dernier_jour
  from carrieres_par_contacts as carrieres
  left join lateral (
    select count(*) as nombre, sum(order_amount) as montant, max(order_date) as dernier_jour
    from donations
    where donations.contact_id = any (contacts)
      and order_amount > 0
      and order_date > (select jour from horizon) - interval '36 months'
      and order_date <= (select jour from horizon)
    having count(*) > 0
  ) as recents on true
) as donateurs
join horizon on premier_jour <= horizon.jour
cross join lateral (
  select case
    when recents is not null then recents_montant
    when dernier_jour <= horizon.jour then dernier_montant
    else (
      select order_amount
      from donations
      where donations.contact_id = any (coalesce(contacts, array[donateurs.contact_id]))
        and order_amount > 0
        and order_date <= horizon.jour
      order by order_date desc, length(id) desc, id collate "C" desc
      limit 1
    )
  end as pese
  offset 0
) as pesees;
