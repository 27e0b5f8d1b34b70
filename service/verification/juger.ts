import { sql } from 'kysely'
import type { Decision } from '#contract/verification'
import { citer, formatInstant } from '#figures/format'
import { readEtat, waitForOthers } from '../exclusions/record'
import type { Db } from '../platform/database/connect'
import { Problem } from '../problem'
import {
  COLONNES,
  findDecision,
  isCollectif,
  listDecisions,
  surPersonne,
  toDecision,
} from './decisions'
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
  if (await isCollectif(tx, contact_id))
    return new Problem(
      'conflit',
      `Le contact ${contact_id} est un contact collectif\u00A0: ce que les règles y trouvent n’est plus à vérifier.`,
    )
  const [last] = await listDecisions(tx, sql`${surPersonne(contact_id)} and nature = 'LEGITIME'`, {
    offset: 0,
    limit: 1,
  })
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
function sameDecision(
  decision: Decision,
  { contact_id, nature }: Pick<Decision, 'contact_id' | 'nature'>,
): Decision {
  if (decision.contact_id === contact_id && decision.nature === nature) return decision
  throw new Problem(
    'conflit',
    'Cet identifiant de décision a déjà servi. Rechargez la page et recommencez.',
    { champ: 'decision_id' },
  )
}

type Constat = Pick<Trouve, 'points' | 'raisons'>

/** Appends a decision, once `check` has let it pass; idempotent by `decision_id`. */
const record = (
  db: Db,
  nature: Decision['nature'],
  jugement: Jugement,
  check: (tx: Db) => Promise<Constat>,
): Promise<Decision> =>
  db.transaction().execute(async (tx) => {
    const { decision_id, contact_id, raison, decide_par, identite } = jugement
    await waitForOthers(tx)
    const earlier = await findDecision(tx, decision_id)
    if (earlier) return sameDecision(earlier, { contact_id, nature })
    const { points, raisons } = await check(tx)
    const { rows } = await sql<Parameters<typeof toDecision>[0]>`
      select ${COLONNES}
      from inscrire_decision_legitime(
        ${decision_id}, ${contact_id}, ${nature}, ${raison}, ${decide_par}, ${identite}, ${points},
        ${JSON.stringify(raisons)}::jsonb
      )`.execute(tx)
    const [written] = rows
    if (!written) throw new Error('Le donateur a été exclu sous le verrou.')
    return toDecision(written)
  })

/** Records that a donor is genuine despite the current reasons; idempotent by `decision_id`. */
export const judge = (db: Db, jugement: Jugement): Promise<Decision> =>
  record(db, 'LEGITIME', jugement, (tx) =>
    checkVues(tx, jugement.contact_id, jugement.raisons_vues),
  )

/** Throws a Problem unless the contact is known, not excluded, and not yet said to be this. */
async function checkCollectif(
  tx: Db,
  contact_id: string,
  nature: Decision['nature'],
): Promise<Constat> {
  const { connu, exclu } = await readEtat(tx, contact_id)
  if (!connu) throw sansTrace(contact_id)
  if (exclu)
    throw new Problem(
      'conflit',
      `Le contact ${contact_id} est exclu\u00A0: ses dons ne comptent pas. Réintégrez-le d’abord.`,
    )
  const own = sql`contact_id = ${contact_id} and nature <> 'LEGITIME'`
  const [last] = await listDecisions(tx, own, { offset: 0, limit: 1 })
  if (last?.nature === nature)
    throw new Problem(
      'conflit',
      `${last.identite ?? last.decide_par} a déjà dit le ${formatInstant(last.decide_le)} que le contact ${contact_id} ${nature === 'COLLECTIF' ? 'est' : 'n’est pas'} un contact collectif.`,
    )
  return readTrouve(tx, contact_id)
}

/** Records that a contact stands for several givers, or does no more; idempotent by `decision_id`. */
export function sayCollectif(
  db: Db,
  { collectif, ...jugement }: Jugement & { collectif: boolean },
): Promise<Decision> {
  const nature = collectif ? 'COLLECTIF' : 'INDIVIDUEL'
  return record(db, nature, jugement, (tx) => checkCollectif(tx, jugement.contact_id, nature))
}
