import { type RawBuilder, sql } from 'kysely'
import type { VerificationFiltres } from '#contract/verification'
import type { Db } from '../platform/database/connect'
import { isAwaiting, isLate } from '../platform/jobs/derived'
import { Problem } from '../problem'
import { ETATS, signales, signalesPar } from './raisons'
import { SIGNALEMENTS } from './trouver'

/** When an import ended, and whether it changed anything. */
export interface Fin {
  termine_le: Date
  change: boolean
}

/** The end of an import; throws a Problem if it does not exist or is not completed. */
async function readFin(tx: Db, fichierId: string): Promise<Fin> {
  const { rows } = await sql<Fin>`
    select termine_le, (resultat ->> 'inseres')::bigint + (resultat ->> 'modifies')::bigint > 0 as change
    from imports
    where fichier_id = ${fichierId} and statut = 'completed'`.execute(tx)
  const [fin] = rows
  if (fin) return fin
  throw new Problem('introuvable', 'Cet import n’existe pas, ou n’est pas terminé.', {
    champ: 'import',
  })
}

/** The end of the import named by the filters, if any. */
export const readFinOf = (
  tx: Db,
  { import: fichierId }: Pick<VerificationFiltres, 'import'>,
): Promise<Fin | undefined> =>
  fichierId === undefined ? Promise.resolve(undefined) : readFin(tx, fichierId)

/** Condition: listed now, but not with the reasons known when the import ended. */
export function since({ termine_le }: Fin): RawBuilder<unknown> {
  const renewed = sql`contact_id in (select contact_id from signalements where vu_le > ${termine_le})`
  const earlier = sql`vu_le <= ${termine_le}`
  const before = signales(signalesPar(sql`${earlier} and ${renewed}`), earlier)
  return sql`${renewed} and contact_id not in (select contact_id from ${before} as anciens where ${ETATS.a_verifier})`
}

/** Whether reasons are still to be computed: of an import that changed nothing, never. */
export const isBehind = async (tx: Db, fin: Fin | undefined): Promise<boolean> =>
  fin?.change !== false && ((await isAwaiting(tx)) || isLate(tx, SIGNALEMENTS))
