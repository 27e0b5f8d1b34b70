import type { ActeOpposition, NatureOpposition } from '#contract/oppositions'
import { type Colonne, ouiNon } from './colonnes'

/** The kinds of opposition, in words. */
export const NATURES_OPPOSITION: Record<NatureOpposition, string> = {
  deces: 'Décès',
  courrier: 'Courrier',
  email: 'E\u2011mail',
  telephone: 'Téléphone',
  effacement: 'Effacement demandé',
}

const ecran = { place: 'ecran' } as const
const fichier = { place: 'fichier' } as const

const ERASED = '(adresse effacée)'

/** What became of an act. */
const stateOf = ({ levee, vaut }: ActeOpposition) =>
  levee ? 'Levée' : vaut ? 'Vaut' : 'Ne vaut plus'

/** The columns of the oppositions; the first two of the file can be loaded again. */
export const COLONNES_OPPOSITIONS: readonly Colonne<ActeOpposition>[] = [
  {
    title: 'Qui',
    key: 'contact',
    format: 'texte',
    ...ecran,
    of: ({ contact_id, email }) =>
      contact_id === null ? (email ?? ERASED) : `Contact ${contact_id}`,
  },
  { title: 'Contact', format: 'code', ...fichier, of: ({ contact_id }) => contact_id },
  { title: 'E-mail', format: 'texte', ...fichier, of: ({ email }) => email },
  { title: 'Nature', format: 'texte', of: ({ nature }) => NATURES_OPPOSITION[nature] },
  { title: 'Jour', format: 'jour', of: ({ jour }) => jour },
  { title: 'Raison', format: 'texte', of: ({ raison }) => raison },
  { title: 'Par', format: 'texte', of: ({ par }) => par },
  {
    title: 'Noté le',
    fichier: 'Noté le (Paris)',
    format: 'instant',
    of: ({ ecrit_le }) => ecrit_le,
  },
  { title: 'Acte', key: 'acte', format: 'texte', ...ecran, of: stateOf },
  {
    title: 'Acte',
    format: 'texte',
    ...fichier,
    of: ({ levee }) => (levee ? 'Levée' : 'Opposition'),
  },
  { title: 'Vaut', format: 'texte', ...fichier, of: ({ vaut }) => ouiNon(vaut) },
]
