-- The median gift of each year, as published. Not a sum over donors: whoever is excluded since still counts here.
create materialized view dons_medians as
select
  date_part('year', order_date)::smallint as annee,
  percentile_disc(0.5) within group (order by order_amount) as montant
from dons
group by 1;

create unique index dons_medians_cle on dons_medians (annee);

comment on materialized view dons_medians is 'Don médian';
