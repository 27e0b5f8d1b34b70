import { sql } from 'kysely'
import type { Fraicheur } from '#contract/rafraichissement'
import type { Db } from '../database/connect'
import { findRunning } from './entry'

interface FraicheurRow {
  calcule_le: Date | null
  imports_plus_recents: number
  exclusions_plus_recentes: number
}

/** When the figures were computed, what has come since, and the running refresh. */
export async function readFraicheur(db: Db): Promise<Fraicheur> {
  const { rows } = await sql<FraicheurRow>`
    select
      derniers.calcule_le,
      greatest(etat.imports - coalesce(derniers.imports, 0), 0) as imports_plus_recents,
      greatest(etat.evenement - coalesce(derniers.evenement, 0), 0) as exclusions_plus_recentes
    from etat_donnees as etat
    left join derniers_chiffres as derniers on true`.execute(db)
  const [etat] = rows
  return {
    calcule_le: etat?.calcule_le?.toISOString() ?? null,
    imports_plus_recents: etat?.imports_plus_recents ?? 0,
    exclusions_plus_recentes: etat?.exclusions_plus_recentes ?? 0,
    refresh_id: (await findRunning(db)) ?? null,
  }
}

/**
 * Whether a refresh should start by itself: the figures are missing, an import or a change of the VFL pattern
 * or of the views is newer, or exclusions are and the last of them is 2 s old (a run of exclusions waits at most 30 s for its
 * end). After refreshes that failed one after the other, 15 s pass for each of them first, up to 10 minutes.
 *
 * Which refresh came after which is told by their numbers. A time that lies well ahead tells that the clock stepped
 * back since, and delays nothing.
 */
export async function isRefreshDue(db: Db): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
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
      ) as due
    from etat_donnees as etat
    left join derniers_chiffres as derniers on true`.execute(db)
  return rows[0]?.due ?? false
}
