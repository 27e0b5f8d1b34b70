-- The horizon of the grid: the present one, or that of the publication where an import has changed gifts since, as the
-- gifts that were published are not known any more.
create view horizon_grille as
select
  case
    when (select version from donations_version) - publies.donations_version = (
        select coalesce(sum(suivies), 0) from journal_imports where version > publies.donations_version
      )
      and not exists (select from journal_dons where version > publies.donations_version)
    then (select jour from horizon_a_jour)
    else (select jour from horizon_publie)
  end as jour
from faits_publies as publies;
