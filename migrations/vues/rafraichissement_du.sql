-- Whether a refresh should start by itself: no figures yet, or an import, a change of the VFL pattern or of the views
-- is newer, or exclusions are and the last of them is 2 s old (a run of exclusions waits at most 30 s for its end).
-- After refreshes that failed one after the other, 15 s pass for each of them first, up to 10 minutes.
--
-- The order of refreshes is that of their numbers. A time well ahead of now means that the clock stepped back since,
-- and delays nothing.
create view rafraichissement_du as
select
  not exists (select from rafraichissements where status = 'in_progress')
  and (
    select coalesce(
      max(termine_le) not between clock_timestamp() - least(count(*), 40) * interval '15 seconds'
        and clock_timestamp() + interval '10 minutes',
      true)
    from rafraichissements
    where status = 'error' and numero > coalesce(derniers.numero, 0)
  )
  and (
    derniers.calcule_le is null
    or derniers.imports is distinct from etat.imports
    or derniers.campagne_vfl_motif is distinct from etat.campagne_vfl_motif
    or derniers.vues is distinct from etat.vues
    or derniers.exclus_version is distinct from (select version from donateurs_exclus_version)
    or (
      derniers.evenement is distinct from etat.evenement
      and (
        select coalesce(
            max(survenu_le) not between clock_timestamp() - interval '2 seconds'
              and clock_timestamp() + interval '2 minutes',
            true)
          or min(survenu_le) < clock_timestamp() - interval '30 seconds'
        from evenements_exclusion
        where numero > coalesce(derniers.evenement, 0)
      )
    )
  ) as du
from etat_donnees as etat
left join derniers_chiffres as derniers on true;
