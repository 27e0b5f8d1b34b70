import type { Statut } from '#contract/recherche'
import { type Colonne, companyOf } from './colonnes'
import { STATUT_TITRES } from './statuts'

/** A row of a selection file: figures over all gifts; `cumul_12_mois` and `code_segment` as of the horizon. */
export interface LigneSelection {
  contact_id: string
  civility: string | null
  firstname: string | null
  lastname: string | null
  is_company: boolean | null
  zip: string | null
  city: string | null
  email: string | null
  phone: string | null
  code_segment: string | null
  statut: Statut | null
  profil: string | null
  premier_don: string | null
  dernier_don: string | null
  dernier_montant: number | null
  plus_grand_don: number | null
  nombre_dons: number
  cumul: number
  cumul_12_mois: number
  don_moyen: number | null
  annees_de_don: number
}

/** The columns of a selection file. */
export const COLONNES_SELECTION: readonly Colonne<LigneSelection>[] = [
  { title: 'contact_id', format: 'texte', of: ({ contact_id }) => contact_id },
  { title: 'Civilité', format: 'texte', of: ({ civility }) => civility },
  { title: 'Prénom', format: 'texte', of: ({ firstname }) => firstname },
  { title: 'Nom', format: 'texte', of: ({ lastname }) => lastname },
  { title: 'Société', format: 'texte', of: companyOf },
  { title: 'Code postal', format: 'texte', of: ({ zip }) => zip },
  { title: 'Ville', format: 'texte', of: ({ city }) => city },
  { title: 'E-mail', format: 'texte', of: ({ email }) => email },
  { title: 'Téléphone', format: 'texte', of: ({ phone }) => phone },
  { title: 'code_segment', format: 'texte', of: ({ code_segment }) => code_segment },
  { title: 'Statut', format: 'texte', of: ({ statut }) => statut && STATUT_TITRES[statut] },
  { title: 'Profil', format: 'texte', of: ({ profil }) => profil },
  { title: 'Premier don', format: 'jour', of: ({ premier_don }) => premier_don },
  { title: 'Dernier don', format: 'jour', of: ({ dernier_don }) => dernier_don },
  {
    title: 'Montant du dernier don',
    format: 'montant',
    of: ({ dernier_montant }) => dernier_montant,
  },
  { title: 'Plus grand don', format: 'montant', of: ({ plus_grand_don }) => plus_grand_don },
  { title: 'Nombre de dons', format: 'nombre', of: ({ nombre_dons }) => nombre_dons },
  { title: 'Cumul', format: 'montant', of: ({ cumul }) => cumul },
  { title: 'Cumul 12 mois', format: 'montant', of: ({ cumul_12_mois }) => cumul_12_mois },
  { title: 'Don moyen', format: 'montant', of: ({ don_moyen }) => don_moyen },
  { title: 'Années de don', format: 'nombre', of: ({ annees_de_don }) => annees_de_don },
]
