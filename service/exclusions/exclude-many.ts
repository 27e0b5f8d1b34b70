import type { EffetEnsemble } from '#contract/exclure-plusieurs'
import type { EffetExclusion, Evenement } from '#contract/exclusions'
import { centsOf } from '#figures/ratios'
import type { Db } from '../platform/database/connect'
import { inSnapshot } from '../platform/database/snapshot'
import { Problem } from '../problem'
import type { Commande } from './decide'
import { readEffet } from './effet'
import { deriveId, readAutres } from './groupes/membres'
import { type Check, findEvenement, readEtat, record, waitForOthers } from './record'

/** Words a refusal for the whole batch. */
function forAll(error: unknown, count: number): unknown {
  if (!(error instanceof Problem) || count === 1) return error
  const { code, champ, etat, message } = error
  return new Problem(code, `${message} Aucun des ${count} donateurs n’a été exclu.`, {
    ...(champ !== undefined && { champ }),
    ...(etat !== undefined && { etat }),
    cause: error,
  })
}

/**
 * Records a command for a contact and for whoever counts as the same person, who were decided on together so far; the
 * contact's own event comes first.
 */
async function recordPerson(tx: Db, commande: Commande, check: Check): Promise<Evenement[]> {
  const { type, raison, exclu_par, identite } = commande
  const evenements = [await record(tx, commande, check)]
  for (const contact_id of await readAutres(tx, commande.contact_id)) {
    const evenement_id = deriveId(commande.evenement_id, contact_id)
    const earlier = await findEvenement(tx, evenement_id)
    if (!earlier && (await readEtat(tx, contact_id)).exclu === (type === 'EXCLUSION')) continue
    evenements.push(
      earlier ??
        (await record(tx, { type, contact_id, evenement_id, raison, exclu_par, identite })),
    )
  }
  return evenements
}

/**
 * Records several commands atomically, each for a whole person, holding the decision lock; `check` refuses those whose
 * reasons have changed since seen. Throws the Problems of `record`.
 */
export const recordAll = (
  db: Db,
  commandes: readonly Commande[],
  check: Check,
): Promise<Evenement[]> =>
  db.transaction().execute(async (tx) => {
    await waitForOthers(tx)
    const evenements: Evenement[] = []
    for (const commande of commandes) {
      // A contact of a group that is decided on already.
      if (evenements.some(({ contact_id }) => contact_id === commande.contact_id)) continue
      const recorded = recordPerson(tx, commande, check)
      evenements.push(
        ...(await recorded.catch((error: unknown) => {
          throw forAll(error, commandes.length)
        })),
      )
    }
    return evenements
  })

/** Total gifts and euros, exact to the cent. */
export const sumOf = (rows: readonly { donations: number; montant: number }[]) => ({
  donations: rows.reduce((sum, { donations }) => sum + donations, 0),
  montant: rows.reduce((cents, { montant }) => cents + centsOf(montant), 0) / 100,
})

/** The same of events. */
export const sumOfEvents = (evenements: readonly Evenement[]) =>
  sumOf(
    evenements.map((row) => ({
      donations: row.donations_concernees,
      montant: row.montant_concerne,
    })),
  )

/** What excluding these donors removes from the figures, in one snapshot. */
export const readEffetEnsemble = (
  db: Db,
  produit: string,
  contacts: readonly string[],
): Promise<EffetEnsemble> =>
  inSnapshot(db, async (tx) => {
    const effets: EffetExclusion[] = []
    for (const contact of contacts) effets.push(await readEffet(tx, produit, contact))
    // Two contacts of one person are excluded once.
    const counted = effets.filter(
      ({ exclu, avec }, at) =>
        !exclu && !effets.slice(0, at).some(({ contact_id }) => avec.includes(contact_id)),
    )
    const years = counted.flatMap(({ par_annee }) => par_annee)
    const annees = [...new Set(years.map(({ annee }) => annee))].toSorted((a, b) => b - a)
    return {
      donateurs: effets.map(
        ({ par_annee: _years, a_jour: _current, avec: _others, ...etat }) => etat,
      ),
      ...sumOf(counted),
      a_jour: counted.every(({ a_jour }) => a_jour),
      par_annee: annees.map((annee) => {
        const own = years.filter((row) => row.annee === annee)
        return { annee, donateurs: own.length, ...sumOf(own) }
      }),
    }
  })
