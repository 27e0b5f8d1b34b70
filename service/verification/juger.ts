import { sql } from 'kysely'
import type { Decision } from '#contract/verification'
import { citer, formatInstant } from '#figures/format'
import { readEtat, waitForOthers } from '../exclusions/record'
import type { Db } from '../platform/database/connect'
import { Problem } from '../problem'
import { COLONNES, findDecision, listDecisions, toDecision } from './decisions'
import { readTrouve, sansTrace, type Trouve } from './donateur'

export interface Jugement {
  decision_id: string
  contact_id: string
  raison: string
  decide_par: string
  identite: string | null
  raisons_vues?: string | undefined
}

/** Truncates a long text. */
const startOf = (text: string) => (text.length > 150 ? `${text.slice(0, 150)}…` : text)

/** Explains who decided meanwhile, and what to do. */
async function sayWhy(tx: Db, contact_id: string): Promise<Problem> {
  const { exclu } = await readEtat(tx, contact_id)
  if (exclu)
    return new Problem(
      'conflit',
      `Le donateur ${contact_id} est exclu. Réintégrez-le d’abord, s’il est légitime.`,
    )
  const [last] = await listDecisions(tx, sql`contact_id = ${contact_id}`, { offset: 0, limit: 1 })
  return new Problem(
    'conflit',
    last
      ? `${last.identite ?? last.decide_par} a jugé le donateur ${contact_id} légitime le ${formatInstant(last.decide_le)}\u00A0: ${citer(startOf(last.raison))}. Aucune raison n’est nouvelle depuis.`
      : `Le donateur ${contact_id} n’est pas à vérifier, ou ne l’est plus\u00A0: il n’y a rien à décider.`,
  )
}

/**
 * Throws a Problem if the reasons have changed since seen, or someone else decided on the donor meanwhile. Call in a
 * transaction holding the decision lock. Returns the current findings.
 */
export async function checkVues(
  tx: Db,
  contact_id: string,
  raisons_vues: string | undefined,
): Promise<Trouve> {
  const { connu } = await readEtat(tx, contact_id)
  if (!connu) throw sansTrace(contact_id)
  const found = await readTrouve(tx, contact_id)
  if (!found.a_verifier) throw await sayWhy(tx, contact_id)
  if (raisons_vues !== undefined && raisons_vues !== found.raisons_vues)
    throw new Problem(
      'conflit',
      `Les raisons de vérifier le donateur ${contact_id} ont changé entre-temps. Rechargez la page, lisez-les et décidez.`,
    )
  return found
}

/** Idempotent reply to a form posted twice; refuses reuse of the id for something else. */
function sameDecision(decision: Decision, { contact_id }: Jugement): Decision {
  if (decision.contact_id === contact_id) return decision
  throw new Problem(
    'conflit',
    'Cet identifiant de décision a déjà servi. Rechargez la page et recommencez.',
    { champ: 'decision_id' },
  )
}

/** Records that a donor is genuine despite the current reasons; idempotent by `decision_id`. */
export const judge = (db: Db, jugement: Jugement): Promise<Decision> =>
  db.transaction().execute(async (tx) => {
    const { decision_id, contact_id, raison, decide_par, identite } = jugement
    await waitForOthers(tx)
    const earlier = await findDecision(tx, decision_id)
    if (earlier) return sameDecision(earlier, jugement)
    const { points, raisons } = await checkVues(tx, contact_id, jugement.raisons_vues)
    const { rows } = await sql<Parameters<typeof toDecision>[0]>`
      select ${COLONNES}
      from inscrire_decision_legitime(
        ${decision_id}, ${contact_id}, ${raison}, ${decide_par}, ${identite}, ${points},
        ${JSON.stringify(raisons)}::jsonb
      )`.execute(tx)
    const [written] = rows
    if (!written) throw new Error('Le donateur a été exclu sous le verrou.')
    return toDecision(written)
  })
