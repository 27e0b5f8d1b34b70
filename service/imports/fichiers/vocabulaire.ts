import type { RawBuilder } from 'kysely'
import { CARTE } from '#contract/identite'
import type { Identite, LectureFichier, Sort } from '#contract/lecture'
import type { Motif } from '../parsing/cells/motifs'
import type { Nommer } from '../staging/depot'
import type { Valeur } from './valeurs'

// What the files of this room tell each other.

export const CODES = ['codemedia_code', 'campaign_code', 'origincode_code', 'product_code'] as const

/** Columns of one card that belong together: never those of two rows. */
export const NOM = ['civility', 'firstname', 'lastname'] as const
export const AUTRES = CARTE.filter((column) => !NOM.some((name) => name === column))

/** The donor that a row names. */
export interface Personne {
  /** Keys, see `identifier.ts`; '' if there are none. */
  qui: string
  /** In the order of CARTE. */
  carte: (string | undefined)[]
  is_company: boolean
  /** The e-mail's cell has others, which nothing keeps. */
  autresEmails: boolean
  motif: Motif | undefined
  /** Its number among those written, whose card is known no more; 0 before. */
  numero: number
}

/** Nobody. */
export const PERSONNE: Personne = {
  qui: '',
  carte: [],
  is_company: false,
  autresEmails: false,
  motif: undefined,
  numero: 0,
}

/** What becomes of a row: a gift, no gift, a refund; nothing yet, or nothing with a reason. */
export type Destin = Sort | 'indecis' | 'rejet'

/** Rows that are gifts by themselves, of one year. */
export interface Annee {
  annee: number
  dons: number
  /** Those of amount 0 among them. */
  zeros: number
  centimes: number
}

/** A row as read; one object serves all rows. */
export interface Lue {
  destin: Destin
  /** Of a reject. */
  motif: Motif | undefined
  /** Place of the cell without value that it is rejected for. */
  faute: number | undefined
  /** As written, below 0 too; 0 where unreadable. */
  cents: number
  /** YYYYMMDD; 0 if there is none. */
  jour: number
  /** Whether the cell has none, and this is the one that the reading says. */
  estConstant: boolean
  /** Of the gift, without prefix. */
  cle: string
  order_id: string
  codes: (string | undefined)[]
  personne: Personne
  reference: string
}

export interface Rejets {
  nombre: number
  lignes: number[]
  cases: string[]
}

/** What a pass over a file counted; amounts as written, in cents. Rows that nobody decided on are among the rejects. */
export interface Lues {
  lignes: Record<Sort | 'rejet', number>
  centimes: Record<Sort | 'rejet', number>
  indecises: number
  /** Rows that a filter hides, whatever became of them. */
  cachees: { lignes: number; centimes: number }
  valeurs: Valeur[]
  /** Values of columns that nobody decided on, and of which nothing is known. */
  aVoir: Valeur[]
  /** Of rows that count: by year, without a donor, and their first and last day (YYYYMMDD, 0 if there are none). */
  annees: Annee[]
  anonymes: number
  premier: number
  dernier: number
  /** By reason, with the first lines, and the first cells without value. */
  rejets: ({ motif: Motif } & Rejets)[]
  rejetsGardes: number
  /** Rows with an amount such as 1.234, read as 1,23 €. */
  troisDecimales: number
  /** Rows whose e-mail is the first of several in its cell. */
  autresEmails: number
  /** Rows that count, dated by the day that the reading says. */
  sansJour: number
  entete: string[]
  delimiteur: string
}

/** Of all fates together. */
export const sommeDe = (counts: Record<Sort | 'rejet', number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** The tables that make gifts of the rows of a reading. */
export interface Addition {
  lectureId: string
  lecture: LectureFichier
  lues: RawBuilder<unknown>
  personnes: RawBuilder<unknown>
  contacts: RawBuilder<unknown>
  /** Of the other tables. */
  table: Nommer
}

/** The tables that give every donor of a reading a contact. */
export interface Identification {
  /** Donors of rows; `gens` are those of rows that count. */
  personnes: RawBuilder<unknown>
  /** Filled here: each of them that has a key, and its contact. */
  contacts: RawBuilder<unknown>
  genres: readonly Identite[]
  prefixe: string
  /** Its gifts have keys of their own; else they are known by donor, day and amount. */
  estNumerote: boolean
  /** Of the other tables. */
  table: Nommer
}
