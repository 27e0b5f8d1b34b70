-- Donors by their RFM code at the horizon, the gifts that it counts and their sum: those of 36 months, else the last.
-- A gift after the horizon is not known there, so that of a donor another one may be the last.
-- nom : Grille RFM
-- rôle : Pour l’écran Grille RFM
-- clé : code
-- sommes : donateurs, dons, montant
-- à l’horizon : oui
with horizon as materialized (
  select jour from horizon_grille
)
select
  ensemble,
  code_grille(horizon, coalesce(recents_jour, (horizon - interval '36 months')::date), coalesce(recents, 0), pese) as code,
  sum(signe) as donateurs,
  sum(signe * coalesce(recents, 1)) as dons,
  sum(signe * pese) as montant
from (
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
  ) as pesees
  -- one server only {
  union all
  select
    'ecarts', signe, horizon, recents, recents_jour,
    coalesce(recents_montant, dernier_montant) as pese
  from (
    select
      signe,
      horizon,
      nullif(count(*) filter (where order_date > horizon - interval '36 months'), 0) as recents,
      sum(order_amount) filter (where order_date > horizon - interval '36 months') as recents_montant,
      max(order_date) filter (where order_date > horizon - interval '36 months') as recents_jour,
      (array_agg(order_amount order by order_date desc, length(id) desc, id desc))[1] as dernier_montant
    from dons_a_l_horizon
    group by signe, contact_id, horizon
  ) as cotes
  -- }
) as pesees
group by 1, 2;
