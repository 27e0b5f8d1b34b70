-- Donors by the year of their first gift (`cohorte`): how many of them gave in each year, and how much.
create materialized view cohortes as
select cohorte, annee, count(*) as donateurs, sum(montant) as montant
from (
  select annee, montant, min(annee) over (partition by contact_id) as cohorte
  from donateurs_annees
) as annees
group by cohorte, annee;

create unique index cohortes_cle on cohortes (cohorte, annee);

comment on materialized view cohortes is 'Cohortes de donateurs';
