-- New donors of a year by the media code of their first gift; no code is 'N/A'.
create view nouveaux_medias_calcul as
select
  ensemble,
  annee,
  media as codemedia_code,
  sum(signe) as nouveaux
from faits_comptes
where recul = 0
group by 1, 2, 3;
