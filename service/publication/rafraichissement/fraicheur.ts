import { sql } from 'kysely'
import type { Fraicheur } from '#contract/rafraichissement'
import type { Db } from '../../platform/database/connect'
import { readBilan } from '../controles/lire'
import { findRunning } from './entry'

interface FraicheurRow {
  calcule_le: Date | null
  horizon: string | null
  comprises: boolean
  imports_plus_recents: number
  exclusions_plus_recentes: number
}

/** When the figures were computed, what came since, and the running refresh. */
export async function readFraicheur(db: Db): Promise<Fraicheur> {
  const { rows } = await sql<FraicheurRow>`
    select
      derniers.calcule_le,
      (select jour from horizon_publie) as horizon,
      (select comprises from exclusions_comprises) as comprises,
      greatest(etat.imports - coalesce(derniers.imports, 0), 0) as imports_plus_recents,
      (
        select count(*)
        from evenements_exclusion
        where numero > coalesce(derniers.evenement, 0) and type <> 'ARRETE'
      ) as exclusions_plus_recentes
    from etat_donnees as etat
    left join derniers_chiffres as derniers on true`.execute(db)
  const [etat] = rows
  const bilan = await readBilan(db)
  // That all is well where nothing is there says nothing.
  const saysNothing = !etat?.horizon && bilan?.concordants === bilan?.total
  return {
    calcule_le: etat?.calcule_le?.toISOString() ?? null,
    imports_plus_recents: etat?.imports_plus_recents ?? 0,
    exclusions_comprises: etat?.comprises ?? false,
    exclusions_plus_recentes: etat?.exclusions_plus_recentes ?? 0,
    refresh_id: (await findRunning(db)) ?? null,
    controles: saysNothing ? null : bilan,
  }
}

/** Whether a refresh should start automatically, and a whole one, see the view. */
export const readDue = (db: Db): Promise<{ du: boolean; entier: boolean }> =>
  db.selectFrom('rafraichissement_du').selectAll().executeTakeFirstOrThrow()
