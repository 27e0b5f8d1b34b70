-- New donors by year who gave on a later day within 24 months, of those whose 24 months are over at the horizon, by
-- the days between (`delai`).
create view deuxiemes_dons_delais_calcul as
select ensemble, premiere_annee as cohorte, deuxieme_don - premier_don as delai, sum(signe) as nombre
from faits_comptes
where annee_precedente is null
  and deuxieme_don <= premier_don + interval '24 months'
  and premier_don + interval '24 months' <= (select jour from horizon_a_jour)
group by 1, 2, 3;
