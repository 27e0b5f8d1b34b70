-- The median gift of each year, as published: the first amount up to which half of the gifts are (`percentile_disc`). Gifts
-- are counted by the euro; within the median's euro those with cents are looked up, unless it has none. Not a sum over
-- donors: whoever is excluded since still counts here.
-- rôle : Pour le don médian de l’écran Montants
create materialized view dons_medians as
with euros as (
  select
    *,
    sum(nombre) over (partition by annee) as total,
    sum(nombre) over (partition by annee order by euro) - nombre as avant
  from dons_montants
),
paliers as materialized (
  select * from euros where 2 * avant < total and 2 * (avant + nombre) >= total
)
select annee, euro::numeric(14, 2) as montant
from paliers
where 2 * (avant + ronds) >= total
union all
select annee, min(order_amount)
from (
  select
    annee, order_amount, total,
    avant + ronds + count(*) over (partition by annee order by order_amount) as jusque_la
  from paliers
  join dons
    on cle_donation(order_date, order_amount) > annee * 1e14::bigint + euro * 100
    and cle_donation(order_date, order_amount) < annee * 1e14::bigint + euro * 100 + 100
  where 2 * (avant + ronds) < total
) as centimes
where 2 * jusque_la >= total
group by annee;

create unique index dons_medians_cle on dons_medians (annee);

comment on materialized view dons_medians is 'Don médian';
