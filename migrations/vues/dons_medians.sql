-- The median gift of each year, as published: the first amount up to which half of the gifts are (`percentile_disc`), looked
-- for among the gifts of its euro. Not a sum over donors: whoever is excluded since still counts here.
create materialized view dons_medians as
with montants as not materialized (
  select annee, floor(euros) as euro, euros, nombre from dons_montants_entier
  union all
  select annee, floor(euros), euros, nombre from dons_montants_ecarts
),
entiers as (
  select
    annee,
    euro,
    sum(sum(nombre)) over (partition by annee order by euro) as jusque_la,
    sum(nombre) as nombre,
    sum(sum(nombre)) over (partition by annee) as total
  from montants
  group by annee, euro
)
select annee, min(euros) as montant
from (
  select
    annee,
    euros,
    jusque_la - entiers.nombre + sum(sum(montants.nombre)) over (partition by annee order by euros) as jusque_la,
    total
  from entiers
  join montants using (annee, euro)
  where 2 * jusque_la >= total and 2 * (jusque_la - entiers.nombre) < total
  group by annee, euros, jusque_la, entiers.nombre, total
) as cumules
where 2 * jusque_la >= total
group by annee;

create unique index dons_medians_cle on dons_medians (annee);

comment on materialized view dons_medians is 'Don médian';
