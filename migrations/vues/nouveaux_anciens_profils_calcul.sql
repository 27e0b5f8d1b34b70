-- New and existing donors of a year by their campaign profile in it, and what they gave in the year.
create view nouveaux_anciens_profils_calcul as
select
  ensemble,
  annee,
  profil,
  coalesce(sum(nombre) filter (where recul = 0), 0) as nouveaux,
  coalesce(sum(nombre) filter (where recul > 0), 0) as anciens,
  sum(montant) as montant
from groupes_comptes
group by 1, 2, 3;
