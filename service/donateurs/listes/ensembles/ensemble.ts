import type { RawBuilder, SqlBool } from 'kysely'
import type { ListeQuery } from '#contract/listes'
import { formatDay } from '#figures/format'
import type { Profil } from '../../../platform/database/schema'

export type Condition = RawBuilder<SqlBool>

/** A validated list request; years and months its set does not use are 0. */
export interface Demande extends Omit<
  ListeQuery,
  'annee' | 'classement' | 'cohorte' | 'mois' | 'profil' | 'premier' | 'avec_cout'
> {
  annee: number
  /** The year whose largest codes define `autres`. */
  classement: number
  cohorte: number
  mois: number
  /** The last day that the data reach. */
  horizon: string | null
  profil: Profil | undefined
  /** Whether the first and last gifts ever are VFL's. */
  premier_vfl: boolean | undefined
  dernier_vfl: boolean | undefined
  /** Only donors whose first gift ever bears the code. */
  premier: boolean
  /** Of campaigns, only those with a cost. */
  avec_cout: boolean
  /** The name of the campaign that is not VFL. */
  produit: string
  /** A kept list: who is in it now (`presents`), and who was at a publication (`membres`). */
  gardee:
    | {
        nom: string
        publication: number
        publie_le: string | null
        presents: Condition
        membres: Condition
      }
    | undefined
}

/**
 * A set of donors: its wording and its single predicate, shared by list, file and count. Queried from `faits`: the view
 * `annees_du_moment` (one row per donor and year), `carrieres_du_moment` (one per donor), or every contact with a
 * donation. Selects one row per donor, that of the list's year.
 */
export interface Ensemble {
  faits: 'annees_du_moment' | 'carrieres_du_moment' | 'contacts'
  titre: (demande: Demande) => string
  definition: (demande: Demande) => string
  /** Label of the amounts column. */
  montants: (demande: Demande) => string
  /** The predicate; restricted to `ids` if it would otherwise scan everyone's gifts. */
  condition: (demande: Demande, ids?: string[]) => Condition
}

/** The reference day of a list. */
export const jourDe = ({ annee, au }: Demande): string => au ?? `${annee}-12-31`

/** Whether the data end within the list's year, before its reference day. */
export const estEnCours = (demande: Demande): boolean => {
  const { annee, horizon } = demande
  return horizon !== null && horizon.startsWith(`${annee}-`) && horizon < jourDe(demande)
}

/** The reference day as it is said: none that the data have not reached. */
export const jourDit = (demande: Demande): string =>
  estEnCours(demande) ? (demande.horizon ?? '') : jourDe(demande)

export const enJour = (demande: Demande): string => formatDay(jourDit(demande))

/** A campaign profile in words. */
export function nommerProfil(profil: Profil, produit: string): string {
  if (profil === 'MIXTE') return 'les deux campagnes'
  return `${profil === 'VFL' ? 'VFL' : produit} uniquement`
}
