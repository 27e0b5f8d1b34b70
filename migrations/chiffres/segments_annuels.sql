-- Donors of a year by the segment of their number of gifts in it.
-- nom : Segmentation annuelle
-- rôle : Pour l’écran Donateurs, par année
-- clé : annee, segment
-- sommes : nombre
select
  ensemble,
  annee,
  segment,
  sum(nombre) as nombre
from groupes_comptes
group by 1, 2, 3;
