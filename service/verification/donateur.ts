import { sql } from 'kysely'
import type { EtatVerification, VerificationDonateur } from '#contract/verification'
import { readEtat } from '../exclusions/record'
import type { Db } from '../platform/database/connect'
import { inSnapshot } from '../platform/database/snapshot'
import { Problem } from '../problem'
import { isCollectif, listDecisions, surPersonne } from './decisions'
import { type Histoire, type Raison, sentences } from './phrases'
import { comptesPar, ETATS, RAISONS, RAISONS_VUES, signales } from './raisons'

export interface Trouve extends EtatVerification, Histoire {
  raisons: Raison[]
}

/** What the rules found about a contact, and whether it is listed for review. */
export async function readTrouve(db: Db, contact_id: string): Promise<Trouve> {
  const own = sql`contact_id = ${contact_id} collate "C"`
  const { rows } = await sql<Trouve>`
    select
      exists (select from ${signales()} as signales where ${own} and ${ETATS.a_verifier}) as a_verifier,
      coalesce(comptes.points, 0) as points,
      trouves.raisons,
      trouves.raisons_vues,
      coalesce(donations, 0) as donations, premier_don, dernier_don, coalesce(histoire, 0) as histoire
    from (
      select ${RAISONS} as raisons, ${RAISONS_VUES} as raisons_vues from signalements where ${own}
    ) as trouves
    left join ${comptesPar(own)} as comptes on true`.execute(db)
  const [found] = rows
  if (!found) throw new Error('Un agrégat rend toujours une ligne.')
  return found
}

/** The Problem for an unknown contact. */
export const sansTrace = (contact_id: string) =>
  new Problem('introuvable', `Le donateur ${contact_id} n’existe pas.`, { champ: 'contact_id' })

/** Likewise with the decisions, as sentences. Throws a Problem for an unknown contact. */
export const readVerification = (db: Db, contact_id: string): Promise<VerificationDonateur> =>
  inSnapshot(db, async (tx) => {
    const { connu, exclu } = await readEtat(tx, contact_id)
    const decisions = await listDecisions(tx, surPersonne(contact_id), {
      offset: 0,
      limit: 100,
    })
    if (!connu && decisions.length === 0) throw sansTrace(contact_id)
    const { raisons, a_verifier, points, raisons_vues, ...histoire } = await readTrouve(
      tx,
      contact_id,
    )
    const carte = await tx
      .selectFrom('donateurs')
      .select(['firstname', 'lastname', 'email', 'zip', 'phone'])
      .where('contact_id', '=', contact_id)
      .executeTakeFirst()
    const collectif = await isCollectif(tx, contact_id)
    return {
      contact_id,
      exclu,
      collectif,
      a_verifier,
      points,
      raisons_vues,
      raisons: sentences(raisons, carte ?? null, histoire),
      decisions,
    }
  })
