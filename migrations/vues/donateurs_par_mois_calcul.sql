-- Donors of a year by the month of their first gift in it (`mois`) and by how many years before they had
-- last given (`recul`: 1, 2, 3 for three or more, 0 for those who had never given).
create view donateurs_par_mois_calcul as
select
  ensemble,
  annee,
  mois,
  recul,
  sum(signe) as nombre
from faits_comptes
group by 1, 2, 3, 4;
