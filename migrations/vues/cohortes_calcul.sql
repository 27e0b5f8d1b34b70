-- Donors by the year of their first gift (`cohorte`): how many of them gave in each year, and how much.
create view cohortes_calcul as
select
  ensemble,
  premiere_annee as cohorte,
  annee,
  sum(nombre) as donateurs,
  sum(montant) as montant
from groupes_comptes
group by 1, 2, 3;
