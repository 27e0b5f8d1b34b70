-- grille with what was decided about donors since; computed anew where that moved the horizon.
create view grille_a_jour as
select code, sum(donateurs)::bigint as donateurs, sum(dons)::bigint as dons, sum(montant) as montant
from (
  select code, donateurs, dons, montant
  from grille
  where (select jour from horizon_publie) = (select jour from horizon_grille)
  union all
  select code, donateurs, dons, montant
  from grille_calcul
  where ensemble = 'publies' and (select jour from horizon_publie) <> (select jour from horizon_grille)
  union all
  select code, donateurs, dons, montant from grille_calcul where ensemble = 'changes'
) as parts
group by code
having sum(donateurs) <> 0;
