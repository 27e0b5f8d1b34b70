-- The horizon of the grid: the present one, or that of the publication where something has written gifts since, as the gifts
-- that were published are not known any more.
create view horizon_grille as
select
  case
    when (select version from donations_version) = publies.donations_version then (select jour from horizon_a_jour)
    else (select jour from horizon_publie)
  end as jour
from faits_publies as publies;
