import type { DonateurListe } from '#contract/listes'
import type { CsvCell } from './csv'
import { STATUT_TITRES } from './statuts'

/** One column of a list of donors, on the screen or in its file. Codes are text that is never wrapped. */
export interface ColonneListe {
  title: string
  /** Names the column for the screen, which shows its cells in a way of its own. */
  key?: 'nom'
  format: 'texte' | 'code' | 'jour' | 'montant' | 'nombre'
  /** Where it stands: everywhere, or in the file only. */
  place?: 'fichier' | 'ecran'
  of: (donateur: DonateurListe) => CsvCell
}

/** The name of a person or a company; null where there is no card. */
export const nommer = ({ firstname, lastname }: DonateurListe): string | null =>
  [firstname, lastname].filter(Boolean).join(' ') || null

const company = ({ is_company }: DonateurListe) =>
  is_company === null ? null : is_company ? 'Oui' : 'Non'

const colonnes = (montants: string): ColonneListe[] => [
  { title: 'Donateur', key: 'nom', format: 'texte', place: 'ecran', of: nommer },
  { title: 'Contact', format: 'code', of: ({ contact_id }) => contact_id },
  { title: 'Prénom', format: 'texte', place: 'fichier', of: ({ firstname }) => firstname },
  { title: 'Nom', format: 'texte', place: 'fichier', of: ({ lastname }) => lastname },
  { title: 'Société', format: 'texte', place: 'fichier', of: company },
  { title: 'Code postal', format: 'code', of: ({ zip }) => zip },
  { title: 'Ville', format: 'texte', of: ({ city }) => city },
  { title: 'E-mail', format: 'texte', of: ({ email }) => email },
  { title: 'Téléphone', format: 'code', place: 'fichier', of: ({ phone }) => phone },
  { title: montants, format: 'montant', of: ({ montant }) => montant },
  { title: 'Dons', format: 'nombre', of: ({ nombre_dons }) => nombre_dons },
  { title: 'Premier don', format: 'jour', of: ({ premier_don }) => premier_don },
  { title: 'Dernier don', format: 'jour', of: ({ dernier_don }) => dernier_don },
  {
    title: 'Montant du dernier don',
    format: 'montant',
    place: 'fichier',
    of: ({ dernier_montant }) => dernier_montant,
  },
  { title: 'Cumul', format: 'montant', of: ({ cumul }) => cumul },
  { title: 'Dons en tout', format: 'nombre', of: ({ cumul_dons }) => cumul_dons },
  {
    title: 'Statut',
    format: 'texte',
    of: ({ statut, exclu }) => (exclu ? 'EXCLU' : statut && STATUT_TITRES[statut]),
  },
]

/** The columns of a list, as the screen shows it and as its file has it; `montants` names its amounts. */
export const colonnesListe = (montants: string, place: 'fichier' | 'ecran'): ColonneListe[] =>
  colonnes(montants).filter((colonne) => (colonne.place ?? place) === place)
