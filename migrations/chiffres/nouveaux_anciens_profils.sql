-- New and existing donors of a year by their campaign profile in it, and what they gave in the year.
-- nom : Nouveaux et anciens par profil de campagne
-- rôle : Pour les écrans Nouveaux et Campagnes, par profil
-- clé : annee, profil
-- sommes : nouveaux, anciens, montant
select
  ensemble,
  annee,
  profil,
  coalesce(sum(nombre) filter (where recul = 0), 0) as nouveaux,
  coalesce(sum(nombre) filter (where recul > 0), 0) as anciens,
  sum(montant) as montant
from groupes_comptes
group by 1, 2, 3;
