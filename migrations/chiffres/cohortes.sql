-- Donors by the year of their first gift (`cohorte`): how many of them gave in each year, and how much.
-- nom : Cohortes de donateurs
-- rôle : Pour les écrans Cohortes et Deuxième don
-- clé : cohorte, annee
-- sommes : donateurs, montant
select
  ensemble,
  premiere_annee as cohorte,
  annee,
  sum(nombre) as donateurs,
  sum(montant) as montant
from groupes_comptes
group by 1, 2, 3;
