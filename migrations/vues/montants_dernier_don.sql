-- Donors of a year by the band of their last gift of the year.
create materialized view montants_dernier_don as
select annee, tranche_montant(dernier_montant) as tranche, count(*) as nombre
from donateurs_annees
group by 1, 2;

create unique index montants_dernier_don_cle on montants_dernier_don (annee, tranche);

comment on materialized view montants_dernier_don is 'Tranches du dernier don';
