-- Donors of a year by the day of their first gift in it (`jour`) and by how many years before they had
-- last given (`recul`: 1, 2, 3 for three or more, 0 for those who had never given).
-- nom : Donateurs par jour du premier don de l’année
-- rôle : Pour l’écran À date
-- clé : annee, jour, recul
-- sommes : nombre
select
  ensemble,
  annee,
  premier_jour as jour,
  recul,
  sum(signe) as nombre
from faits_comptes
group by 1, 2, 3, 4;
