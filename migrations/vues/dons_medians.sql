-- The median gift of each year, as published: the first amount up to which half of the gifts are (`percentile_disc`),
-- found by amount, which needs no sort of all gifts. Not a sum over donors: whoever is excluded since still counts here.
create materialized view dons_medians as
with montants as (
  select date_part('year', order_date)::smallint as annee, order_amount as montant, count(*) as nombre
  from dons
  group by 1, 2
),
cumules as (
  select
    annee,
    montant,
    sum(nombre) over (partition by annee order by montant) as jusque_la,
    sum(nombre) over (partition by annee) as total
  from montants
)
select annee, min(montant) as montant
from cumules
where 2 * jusque_la >= total
group by annee;

create unique index dons_medians_cle on dons_medians (annee);

comment on materialized view dons_medians is 'Don médian';
