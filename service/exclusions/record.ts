import { sql } from 'kysely'
import type { Evenement, EvenementType } from '#contract/exclusions'
import type { Db } from '../platform/database/connect'
import { Problem } from '../problem'
import { type Commande, decide, evolve, sansEvenement, type Situation } from './decide'
import { COLONNES, selectEvenements } from './evenements'

/** The donor's state, from its last events; without one, it is known by its card or donations. */
export async function readEtat(db: Db, contact_id: string): Promise<Situation> {
  const { rows: derniers } = await sql<{ numero: number; type: EvenementType }>`
    (
      select numero, type from evenements_exclusion
      where contact_id = ${contact_id} and type in ('EXCLUSION', 'REINTEGRATION')
      order by numero desc
      limit 1
    )
    union
    (select numero, type from evenements_exclusion where contact_id = ${contact_id} order by numero desc limit 1)
    order by numero`.execute(db)
  if (derniers.length > 0) return derniers.reduce(evolve, sansEvenement(true))
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

/** The event of this id, if there is one. */
export const findEvenement = (db: Db, evenement_id: string): Promise<Evenement | undefined> =>
  selectEvenements(db).where('evenement_id', '=', evenement_id).executeTakeFirst()

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
    const earlier = await findEvenement(db, commande.evenement_id)
    if (earlier) return sameEvenement(earlier, commande)
    const { contact_id, raisons_vues } = commande
    if (raisons_vues !== undefined && !etat.exclu) await check?.(db, contact_id, raisons_vues)
    const recorded = await append(db, decide(etat, commande))
    if (recorded) return sameEvenement(recorded, commande)
  }
}
