-- Donors of a year by the band of their total of the year.
create materialized view montants_total_annuel as
select annee, tranche_montant(montant) as tranche, count(*) as nombre
from donateurs_annees
group by 1, 2;

create unique index montants_total_annuel_cle on montants_total_annuel (annee, tranche);

comment on materialized view montants_total_annuel is 'Tranches du total annuel';
