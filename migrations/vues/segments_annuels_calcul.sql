-- Donors of a year by the segment of their number of gifts in it.
create view segments_annuels_calcul as
select
  ensemble,
  annee,
  segment,
  sum(signe) as nombre
from faits_comptes
group by 1, 2, 3;
