-- The median gift of each year, as published: the first amount up to which half of the gifts are (`percentile_disc`).
-- Not a sum over donors: whoever is excluded since still counts here.
create materialized view dons_medians as
select annee, min(euros) as montant
from (
  select
    annee,
    euros,
    sum(nombre) over (partition by annee order by euros) as jusque_la,
    sum(nombre) over (partition by annee) as total
  from dons_montants
) as cumules
where 2 * jusque_la >= total
group by annee;

create unique index dons_medians_cle on dons_medians (annee);

comment on materialized view dons_medians is 'Don médian';
