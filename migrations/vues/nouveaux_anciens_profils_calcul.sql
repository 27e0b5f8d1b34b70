-- New and existing donors of a year by their campaign profile in it, and what they gave in the year.
create view nouveaux_anciens_profils_calcul as
select
  ensemble,
  annee,
  profil,
  coalesce(sum(signe) filter (where recul = 0), 0) as nouveaux,
  coalesce(sum(signe) filter (where recul > 0), 0) as anciens,
  sum(signe * montant) as montant
from faits_comptes
group by 1, 2, 3;
