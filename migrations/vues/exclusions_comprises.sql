-- Whether what was decided about donors since the publication can be added to the published figures, or taken off: not
-- where an import has changed the gifts of one of them since, or something unknown wrote gifts, the list of the excluded or
-- who counts as whom. Then the published figures stand.
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
  )
  -- one server only {
  and not exists (
    select
    from regroupes_depuis(publies.evenement)
    join journal_dons using (contact_id)
    where journal_dons.version > publies.donations_version
  )
  and not exists (
    select
    from evenements_exclusion
    where numero > greatest(publies.evenement, (select numero from regroupes_calcules))
      and type in ('FUSION', 'SEPARATION')
  )
  -- }
  as comprises
from faits_publies as publies;
