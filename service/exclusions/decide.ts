import type { EtatDonateur, EvenementType, TypeDecision } from '#contract/exclusions'
import { Problem } from '../problem'

/** A donor's state in the log: `numero` is their last event, 0 for none. */
export interface Situation {
  connu: boolean
  exclu: boolean
  numero: number
}

export interface Commande {
  type: TypeDecision
  evenement_id: string
  contact_id: string
  raison: string
  exclu_par: string
  identite: string | null
  numero_attendu?: number | undefined
  raisons_vues?: string | undefined
}

/** A donor without events; `connu`: named by a card or a donation. */
export const sansEvenement = (connu: boolean): Situation => ({ connu, exclu: false, numero: 0 })

const STATES: Partial<Record<EvenementType, boolean>> = { EXCLUSION: true, REINTEGRATION: false }

/** The state after an event. */
export function evolve(
  etat: Situation,
  evenement: { numero: number; type: EvenementType },
): Situation {
  const exclu = STATES[evenement.type] ?? etat.exclu
  return { connu: true, exclu, numero: evenement.numero }
}

const conflict = (etat: Situation, contact_id: string, message: string) => {
  const present: EtatDonateur = { contact_id, exclu: etat.exclu, numero_attendu: etat.numero }
  return new Problem('conflit', message, { etat: present })
}

/**
 * Returns the event for a command, to be appended right after event `numero_attendu` of its donor (optimistic locking).
 * Throws a Problem: `introuvable` for an unknown donor, `conflit` with the current state if the donor already is in the
 * requested state, or has changed since the caller saw it.
 */
export function decide(etat: Situation, commande: Commande): Commande & { numero_attendu: number } {
  const { contact_id, type, numero_attendu = etat.numero } = commande
  if (!etat.connu)
    throw new Problem('introuvable', `Le donateur ${contact_id} n’existe pas.`, {
      champ: 'contact_id',
    })
  if (type === 'EXCLUSION' && etat.exclu)
    throw conflict(
      etat,
      contact_id,
      `Le donateur ${contact_id} est déjà exclu (événement n° ${etat.numero}).`,
    )
  if (type === 'REINTEGRATION' && !etat.exclu)
    throw conflict(etat, contact_id, `Le donateur ${contact_id} n’est pas exclu.`)
  if (numero_attendu !== etat.numero)
    throw conflict(
      etat,
      contact_id,
      `Le donateur ${contact_id} a été modifié entre-temps : il est ${etat.exclu ? 'exclu' : 'valide'} (événement n° ${etat.numero}). Vérifiez et recommencez.`,
    )
  return { ...commande, numero_attendu }
}
