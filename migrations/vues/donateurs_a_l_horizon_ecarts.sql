-- Of these whom a refresh changes, at the horizon of each side.
create view donateurs_a_l_horizon_ecarts as
select signe, horizon, recents, recents_jour, coalesce(recents_montant, dernier_montant) as pese
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
) as cotes;
