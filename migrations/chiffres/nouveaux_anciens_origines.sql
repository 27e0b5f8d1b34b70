-- New and existing donors of a year by the origin code of their first gift in it; no code is 'N/A'.
-- nom : Nouveaux et anciens par code origine
-- rôle : Pour l’écran Nouveaux, par code origine
-- clé : annee, origincode_code
-- sommes : nouveaux, anciens
select
  ensemble,
  annee,
  origine as origincode_code,
  coalesce(sum(signe) filter (where recul = 0), 0) as nouveaux,
  coalesce(sum(signe) filter (where recul > 0), 0) as anciens
from faits_comptes
group by 1, 2, 3;
