-- The median gift of each year, as published: the first amount up to which half of the gifts are (`percentile_disc`).
-- Gifts are counted by whole euro, then those of the euro that holds it by amount: fewer groups than amounts, and no sort
-- of gifts. Not a sum over donors: whoever is excluded since still counts here.
create materialized view dons_medians as
with euros as (
  select date_part('year', order_date)::smallint as annee, trunc(order_amount) as euro, count(*) as nombre
  from dons
  group by 1, 2
),
cumules as (
  select
    annee,
    euro,
    nombre,
    sum(nombre) over (partition by annee order by euro) as jusque_la,
    sum(nombre) over (partition by annee) as total
  from euros
),
milieux as (
  select distinct on (annee) annee, euro, jusque_la - nombre as avant, total
  from cumules
  where 2 * jusque_la >= total
  order by annee, euro
)
select annee, min(montant) as montant
from (
  select annee, montant, total, avant + sum(nombre) over (partition by annee order by montant) as jusque_la
  from (
    select annee, order_amount as montant, avant, total, count(*) as nombre
    from dons
    join milieux on annee = date_part('year', order_date)::smallint and euro = trunc(order_amount)
    group by annee, order_amount, avant, total
  ) as montants
) as cumules_du_milieu
where 2 * jusque_la >= total
group by annee;

create unique index dons_medians_cle on dons_medians (annee);

comment on materialized view dons_medians is 'Don médian';
