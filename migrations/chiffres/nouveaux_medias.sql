-- New donors of a year by the media code of their first gift; no code is 'N/A'.
-- nom : Nouveaux donateurs par code média
-- rôle : Pour l’écran Nouveaux, par code média
-- clé : annee, codemedia_code
-- sommes : nouveaux
select
  ensemble,
  annee,
  media as codemedia_code,
  sum(signe) as nouveaux
from faits_comptes
where recul = 0
group by 1, 2, 3;
