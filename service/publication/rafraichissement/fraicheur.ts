import { sql } from 'kysely'
import { CONTACT_DEMONSTRATION } from '#contract/constants'
import type { Fraicheur } from '#contract/rafraichissement'
import type { Db } from '../../platform/database/connect'
import { readHorizon } from '../../platform/database/horizon'
import { onlyRow } from '../../platform/database/only-row'
import { SUSPECTS_ATTENDUS } from '../../verification/suspects'
import { readBilan, readEcartsOuverts } from '../controles/lire'
import { findFailed, findRunning, findWaiting, readAvancement } from './entry'

interface FraicheurRow {
  calcule_le: Date | null
  horizon: string | null
  attendu: boolean
  comprises: boolean
  suspects_attendus: boolean
  imports_plus_recents: number
  exclusions_plus_recentes: number
}

/** When the figures were computed, what came since, and which refresh will contain it. */
export async function readFraicheur(
  db: Db,
  readDernierDon = () => readHorizon(db),
): Promise<Fraicheur> {
  const etat = onlyRow(
    await sql<FraicheurRow>`
    select
      derniers.calcule_le,
      (select jour from horizon_publie) as horizon,
      derniers.numero is null
        or derniers.imports is distinct from etat.imports
        or derniers.campagne_vfl_motif is distinct from etat.campagne_vfl_motif
        or derniers.vues is distinct from etat.vues
        or derniers.exclus_version is distinct from (select version from donateurs_exclus_version)
        or (derniers.evenement is distinct from etat.evenement and not exclusions.comprises) as attendu,
      exclusions.comprises,
      ${SUSPECTS_ATTENDUS} as suspects_attendus,
      greatest(etat.imports - coalesce(derniers.imports, 0), 0) as imports_plus_recents,
      (
        select count(*)
        from evenements_exclusion
        where numero > coalesce(derniers.evenement, 0) and type <> 'ARRETE'
      ) as exclusions_plus_recentes
    from etat_donnees as etat
    left join derniers_chiffres as derniers on true
    cross join (
      select coalesce((select comprises from exclusions_comprises), false) as comprises
    ) as exclusions`.execute(db),
  )
  const { calcule_le, horizon, attendu, comprises } = etat
  const bilan = await readBilan(db)
  const running = await findRunning(db)
  // That all is well where nothing is there says nothing.
  const saysNothing = horizon === null && bilan?.concordants === bilan?.total
  return {
    dernier_don: await readDernierDon(),
    calcule_le: calcule_le?.toISOString() ?? null,
    attendu,
    dons_attendus: attendu && horizon === null && (await hasDons(db)),
    suspects_attendus: etat.suspects_attendus,
    imports_plus_recents: etat.imports_plus_recents,
    exclusions_comprises: comprises,
    exclusions_plus_recentes: etat.exclusions_plus_recentes,
    refresh_id: (running?.a_jour ? running.id : await findWaiting(db)) ?? null,
    avancement: running ? await readAvancement(db, running.id) : null,
    echec_id: (await findFailed(db)) ?? null,
    controles: saysNothing ? null : bilan,
    ecarts_comptables: await readEcartsOuverts(db),
    demonstration: await isDemonstration(db),
  }
}

async function hasDons(db: Db): Promise<boolean> {
  const { rows } = await sql`select from donations where order_amount > 0 limit 1`.execute(db)
  return rows.length > 0
}

async function isDemonstration(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select 1 from donateurs where contact_id = ${CONTACT_DEMONSTRATION}
    union all
    select 1 from donations where contact_id = ${CONTACT_DEMONSTRATION}`.execute(db)
  return rows.length > 0
}

/** Whether a refresh should start automatically, and a whole one, see the view. */
export const readDue = (db: Db): Promise<{ du: boolean; entier: boolean }> =>
  db.selectFrom('rafraichissement_du').selectAll().executeTakeFirstOrThrow()
