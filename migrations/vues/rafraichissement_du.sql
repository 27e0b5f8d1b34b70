-- Whether a refresh should start by itself: no figures yet, or an import, a change of the VFL pattern or of the views
-- is newer, or exclusions are and the last of them is 2 s old (a run of exclusions waits at most 30 s for its end).
-- A whole one is due at night where figures followed by differences since the last.
-- One that waits is due as soon as none runs.
-- After refreshes that failed one after the other, 15 s pass for each of them first, up to 10 minutes.
--
-- The order of refreshes is that of their numbers. A time well ahead of now means that the clock stepped back since,
-- and delays nothing. Times are subtracted from each other only: what the owner reads runs no function that depends
-- on settings, as adding an interval does.
create view rafraichissement_du as
select
  not exists (select from rafraichissements where status = 'in_progress')
  and (
    exists (select from rafraichissements where status = 'pending')
    or (
      select coalesce(
        clock_timestamp() - max(termine_le)
          not between interval '-10 minutes' and least(count(*), 40) * interval '15 seconds',
        true)
      from rafraichissements
      where status = 'error' and numero > coalesce(derniers.numero, 0)
    )
    and (
      derniers.calcule_le is null
      or nuit.entier
      or derniers.imports is distinct from etat.imports
      or derniers.campagne_vfl_motif is distinct from etat.campagne_vfl_motif
      or derniers.vues is distinct from etat.vues
      or derniers.exclus_version is distinct from (select version from donateurs_exclus_version)
      or (
        derniers.evenement is distinct from etat.evenement
        and (
          select coalesce(
              clock_timestamp() - max(survenu_le)
                not between interval '-2 minutes' and interval '2 seconds',
              true)
            or clock_timestamp() - min(survenu_le) > interval '30 seconds'
          from evenements_exclusion
          where numero > coalesce(derniers.evenement, 0)
        )
      )
    )
  ) as du,
  nuit.entier
from etat_donnees as etat
left join derniers_chiffres as derniers on true
cross join (
  select
    date_part('hour', now() at time zone 'Europe/Paris') between 2 and 4
    and exists (
      select
      from rafraichissements
      where status = 'completed' and not entier and numero > (
          select coalesce(max(numero), 0) from rafraichissements where status = 'completed' and entier
        )
    ) as entier
) as nuit;
