import type { Vague } from '#contract/vagues'
import type { Decision, DonateurAVerifier } from '#contract/verification'
import { actorOf, type Colonne, nameOf, ouiNon } from './colonnes'

const ecran = { place: 'ecran' } as const
const fichier = { place: 'fichier' } as const

/** A donor to review; in the file also a wave, which is one thing to decide. */
export type LigneAVerifier = DonateurAVerifier & { vague?: Vague }

/** What a file says of a wave, whose gifts are one a donor. */
export const lineOfWave = (vague: Vague): LigneAVerifier => ({
  ...{ contact_id: '', firstname: null, lastname: null, is_company: null, city: null, zip: null },
  ...{ email: null, phone: null, exclu: false, points: 0, raisons_vues: '', legitime_le: null },
  ...{ legitime: false, collectif: false, raisons: vague.raisons },
  ...{ donations: vague.donateurs, montant: vague.total },
  ...{ premier_don: vague.jour, dernier_don: vague.jour, vague },
})

const raisons: Colonne<LigneAVerifier> = {
  title: 'Raisons',
  format: 'texte',
  of: ({ raisons: found }) => found.join(' '),
}

/** The columns of the donors to review. */
export const COLONNES_A_VERIFIER: readonly Colonne<LigneAVerifier>[] = [
  { title: 'Donateur', key: 'nom', format: 'texte', ...ecran, of: nameOf },
  { title: 'Contact', format: 'code', of: ({ contact_id }) => contact_id },
  { title: 'Prénom', format: 'texte', ...fichier, of: ({ firstname }) => firstname },
  { title: 'Nom', format: 'texte', ...fichier, of: ({ lastname }) => lastname },
  { title: 'Société', format: 'texte', ...fichier, of: ({ is_company }) => ouiNon(is_company) },
  { title: 'Code postal', format: 'code', ...fichier, of: ({ zip }) => zip },
  { title: 'Ville', format: 'texte', ...fichier, of: ({ city }) => city },
  { title: 'E-mail', format: 'texte', ...fichier, of: ({ email }) => email },
  { title: 'Téléphone', format: 'code', ...fichier, of: ({ phone }) => phone },
  { ...raisons, key: 'raisons', ...ecran },
  { title: 'Points', format: 'nombre', of: ({ points, vague }) => (vague ? null : points) },
  { ...raisons, ...fichier },
  {
    title: 'Donateurs de la vague',
    format: 'nombre',
    ...fichier,
    of: ({ vague }) => vague?.donateurs ?? null,
  },
  {
    title: 'Dons',
    fichier: 'Donations',
    key: 'dons',
    format: 'nombre',
    of: ({ donations }) => donations,
  },
  { title: 'Montant', format: 'montant', early: true, of: ({ montant }) => montant },
  { title: 'Premier don', format: 'jour', ...fichier, of: ({ premier_don }) => premier_don },
  { title: 'Dernier don', format: 'jour', of: ({ dernier_don }) => dernier_don },
]

/** What was decided on a contact. */
const NATURES: Record<Decision['nature'], string> = {
  LEGITIME: 'Légitime',
  COLLECTIF: 'Contact collectif',
  INDIVIDUEL: 'Une seule personne',
}

const contact: Colonne<Decision> = {
  title: 'Contact',
  format: 'code',
  of: ({ contact_id }) => contact_id,
}

/** What the screens of one contact show of a decision. */
const SUR_UN_CONTACT: readonly Colonne<Decision>[] = [
  {
    title: 'Date',
    fichier: 'Date et heure (Paris)',
    format: 'instant',
    of: ({ decide_le }) => decide_le,
  },
  { ...contact, ...fichier },
  { title: 'Décision', format: 'texte', of: ({ nature }) => NATURES[nature] },
  { title: 'Pourquoi', fichier: 'Raison', format: 'texte', of: ({ raison }) => raison },
  {
    title: 'Par',
    format: 'texte',
    ...ecran,
    of: ({ decide_par, identite }) => actorOf(decide_par, identite),
  },
  { title: 'Par', format: 'texte', ...fichier, of: ({ decide_par }) => decide_par },
  { title: 'Identité', format: 'texte', ...fichier, of: ({ identite }) => identite },
  {
    title: 'Malgré ces raisons',
    format: 'texte',
    ...ecran,
    of: ({ connues }) => connues.join(' '),
  },
  { title: 'Points', format: 'nombre', of: ({ points }) => points },
  { title: 'Raisons connues', format: 'texte', ...fichier, of: ({ connues }) => connues.join(' ') },
  { title: 'Identifiant', format: 'code', ...fichier, of: ({ decision_id }) => decision_id },
  { title: 'Horodatage UTC', format: 'code', ...fichier, of: ({ decide_le }) => decide_le },
]

/** The columns of the decisions, on one contact or on all. */
export const colonnesDecisions = (of: 'contact' | 'tous'): readonly Colonne<Decision>[] =>
  of === 'contact' ? SUR_UN_CONTACT : [{ ...contact, key: 'contact', ...ecran }, ...SUR_UN_CONTACT]
