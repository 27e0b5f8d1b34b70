-- As on one server, but each server weighs its own donors: it joins the careers and the gifts that it holds of them.
create view donateurs_a_l_horizon as
with horizon as materialized (
  select jour, (jour - interval '36 months')::date as debut from horizon_grille
),
changes as materialized (
  select contact_id from decides_depuis(null::donateurs_changes)
),
recentes as not materialized (
  select contact_id, exclu, premier_jour, dernier_jour, dernier_montant, recents, recents_montant, recents_jour
  from donateurs_carrieres
  join (
    select
      contact_id,
      nullif(count(*) filter (where est_recent), 0) as recents,
      sum(order_amount) filter (where est_recent) as recents_montant,
      max(order_date) filter (where est_recent) as recents_jour
    from (
      select
        contact_id, order_amount, order_date,
        order_date > (select debut from horizon) and order_date <= (select jour from horizon) as est_recent
      from dons_des_contacts
      where order_amount > 0
    ) as dons
    group by contact_id
  ) as recents using (contact_id)
)
select
  ensemble, signe, horizon.jour as horizon, recents, recents_jour,
  unnest(array[
    case
      when recents is not null then recents_montant
      when dernier_jour <= horizon.jour then dernier_montant
      else (
        select (array_agg(order_amount order by order_date desc, length(id) desc, id desc))[1]
        from dons_des_contacts as dons
        where dons.contact_id = donateurs.contact_id
          and order_amount > 0
          and order_date <= horizon.jour
      )
    end
  ]) as pese
from (
  select 'publies' as ensemble, 1 as signe, recentes.*
  from recentes
  where not exclu
  union all
  select 'changes', case when exclu then 1 else -1 end, recentes.*
  from recentes
  where contact_id = any (array(select contact_id from changes))
) as donateurs
join horizon on premier_jour <= horizon.jour;
