import { sql } from 'kysely'
import type { Evenement } from '#contract/exclusions'
import type { Db } from '../platform/database/connect'
import { Problem } from '../problem'
import { type Commande, decide, evolve, sansEvenement, type Situation } from './decide'
import { COLONNES, selectEvenements } from './evenements'

/** The donor's state, from its last event; without one, it is known by its card or donations. */
export async function readEtat(db: Db, contact_id: string): Promise<Situation> {
  const dernier = await db
    .selectFrom('evenements_exclusion')
    .select(['numero', 'type'])
    .where('contact_id', '=', contact_id)
    .orderBy('numero', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (dernier) return evolve(sansEvenement(true), dernier)
  const trace = await db
    .selectFrom('donateurs')
    .select('contact_id')
    .where('contact_id', '=', contact_id)
    .unionAll(db.selectFrom('donations').select('contact_id').where('contact_id', '=', contact_id))
    .limit(1)
    .executeTakeFirst()
  return sansEvenement(trace !== undefined)
}

/** Appends the event; undefined if the donor has had another one since the decision. */
async function append(db: Db, decided: ReturnType<typeof decide>): Promise<Evenement | undefined> {
  const { evenement_id, contact_id, type, raison, exclu_par, identite, numero_attendu } = decided
  return db
    .selectFrom(
      sql<Evenement>`ajouter_evenement_exclusion(
        ${evenement_id}, ${contact_id}, ${type}, ${raison}, ${exclu_par}, ${identite}, ${numero_attendu}
      )`.as('evenements_exclusion'),
    )
    .select(COLONNES)
    .executeTakeFirst()
}

/** Idempotent reply to a form posted twice; refuses reuse of the id for something else. */
function sameEvenement(evenement: Evenement, commande: Commande): Evenement {
  if (evenement.contact_id === commande.contact_id && evenement.type === commande.type)
    return evenement
  throw new Problem(
    'conflit',
    `Cet identifiant d’événement a déjà servi (événement n° ${evenement.numero}). Rechargez la page et recommencez.`,
    { champ: 'evenement_id' },
  )
}

/** Serialises decisions until the transaction ends. */
export const waitForOthers = (tx: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('evenements_exclusion', 0))`.execute(tx)

/** Refuses a decision whose reasons have changed since seen. */
export type Check = (tx: Db, contact_id: string, raisons_vues: string) => Promise<unknown>

/**
 * Records a command and returns its event; idempotent by `evenement_id`. Once this resolves, the event is on disk.
 * Throws the Problems of `decide`.
 */
export async function record(db: Db, commande: Commande, check?: Check): Promise<Evenement> {
  for (;;) {
    // Read before looking for an earlier event: one just recorded by the same form must not pass for another's.
    const etat = await readEtat(db, commande.contact_id)
    const earlier = await selectEvenements(db)
      .where('evenement_id', '=', commande.evenement_id)
      .executeTakeFirst()
    if (earlier) return sameEvenement(earlier, commande)
    const { contact_id, raisons_vues } = commande
    if (raisons_vues !== undefined && !etat.exclu) await check?.(db, contact_id, raisons_vues)
    const recorded = await append(db, decide(etat, commande))
    if (recorded) return sameEvenement(recorded, commande)
  }
}
