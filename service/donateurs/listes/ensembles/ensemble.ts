import type { RawBuilder, SqlBool } from 'kysely'
import type { ListeQuery } from '#contract/listes'
import { formatDay } from '#figures/format'
import type { Profil } from '../../../platform/database/schema'

export type Condition = RawBuilder<SqlBool>

/** What a list is asked for, once checked; years and months that its set does not need are 0. */
export interface Demande extends Pick<
  ListeQuery,
  | 'periode'
  | 'media'
  | 'origine'
  | 'autres'
  | 'tranche'
  | 'segment'
  | 'comportement'
  | 'axe'
  | 'valeur'
  | 'groupe'
  | 'code'
  | 'q'
> {
  annee: number
  /** The year whose largest codes leave the `autres`. */
  classement: number
  cohorte: number
  mois: number
  /** The day as of which the list is, if it is not the last of its year. */
  au: string | undefined
  profil: Profil | undefined
  /** Whether the first and the last gift ever are VFL's. */
  premier_vfl: boolean | undefined
  dernier_vfl: boolean | undefined
  /** Whether only those are asked for whose first gift ever bears the code. */
  premier: boolean
  /** The name of the campaign that is not VFL. */
  produit: string
}

/**
 * A set of donors: its words and its one predicate, which list, file and count share. It asks the view
 * `donateurs_annees` (a row a donor and year), `donateurs_carrieres` (a row a donor) or every contact with a
 * donation, there called `faits`, for one row a donor: of the year that the list is about.
 */
export interface Ensemble {
  faits: 'donateurs_annees' | 'donateurs_carrieres' | 'contacts'
  titre: (demande: Demande) => string
  definition: (demande: Demande) => string
  /** What the amounts of the list are. */
  montants: (demande: Demande) => string
  /** Of all, or of these contacts, where it would have to look at the gifts of all. */
  condition: (demande: Demande, ids?: string[]) => Condition
}

/** The day as of which a list of a year is. */
export const jourDe = ({ annee, au }: Demande): string => au ?? `${annee}-12-31`

export const enJour = (demande: Demande): string => formatDay(jourDe(demande))

/** A campaign profile in words. */
export function nommerProfil(profil: Profil, produit: string): string {
  if (profil === 'MIXTE') return 'les deux campagnes'
  return `${profil === 'VFL' ? 'VFL' : produit} uniquement`
}
