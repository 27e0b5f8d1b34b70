-- Gifts and their sum by month.
create materialized view dons_par_mois as
select annee, date_part('month', order_date)::smallint as mois, count(*) as nombre, sum(order_amount) as montant
from dons
group by 1, 2;

create unique index dons_par_mois_cle on dons_par_mois (annee, mois);

comment on materialized view dons_par_mois is 'Dons par mois';
