-- Nobody counts as another there.
create view exclusions_comprises as
select
  publies.exclus_version = (select version from donateurs_exclus_version)
  and (select version from donations_version) - publies.donations_version = (
    select coalesce(sum(suivies), 0) from journal_imports where version > publies.donations_version
  )
  and not exists (
    select
    from evenements_exclusion
    join journal_dons using (contact_id)
    where evenements_exclusion.numero > publies.evenement
      and journal_dons.version > publies.donations_version
  ) as comprises
from faits_publies as publies;
