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

/**
 * Rows that one decision is on: those whose deciding cells have the same values. What they would be as gifts is counted
 * whatever was decided, so that another decision reads none of them again.
 */
export interface Lot {
  /** Places in the list of values; null where there are too many lots, and this one is of all rows of its fate. */
  valeurs: number[] | null
  /** As they were read; null if nobody had decided. */
  sort: Sort | null
  /** Every row could be read as a gift. */
  estEntier: boolean
  /** Rows that are not rejected, and their cents as written. */
  lignes: number
  centimes: number
  /** As gifts: by year, without a donor, and their first and last day (YYYYMMDD, 0 if there are none). */
  annees: Annee[]
  anonymes: number
  premier: number
  dernier: number
}

/** A lot while its rows are counted. */
export interface EnCompte extends Omit<Lot, 'valeurs' | 'annees'> {
  numero: number
  valeurs: readonly Valeur[] | null
  annees: Map<number, Annee>
}

/** A row as read; one object serves all rows. */
export interface Lue {
  lot: EnCompte
  destin: Destin
  /** Of a reject. */
  motif: Motif | undefined
  /** It could be read as a gift, whatever becomes of it. */
  estDon: boolean
  /** Place of the cell without value that it is rejected for. */
  faute: number | undefined
  /** As written, below 0 too; 0 where unreadable. */
  cents: number
  /** YYYYMMDD; 0 if there is none. */
  jour: number
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

/** What a pass over a file counted; amounts as written, in cents. */
export interface Lues {
  lots: Lot[]
  valeurs: Valeur[]
  rejetees: { lignes: number; centimes: number }
  /** By reason, with the first lines, and the first cells without value. */
  rejets: ({ motif: Motif } & Rejets)[]
  rejetsGardes: number
  /** Rows with an amount such as 1.234, read as 1,23 €; absent where an earlier version read them. */
  troisDecimales?: number
  /** Rows whose e-mail is the first of several in its cell; absent likewise. */
  autresEmails?: number
  entete: string[]
  delimiteur: string
}

/** What a reading makes of the rows that a pass read; rows that nobody decided on are among the rejects. */
export interface Jugees extends Omit<Lues, 'lots' | 'rejetees'> {
  lots: Record<Sort, number[]>
  lignes: Record<Sort | 'rejet', number>
  centimes: Record<Sort | 'rejet', number>
  indecises: number
  /** Of rows that count, see a lot. */
  annees: Annee[]
  anonymes: number
  premier: number
  dernier: number
}

/** The tables that make gifts of the rows of a reading. */
export interface Addition {
  lectureId: string
  lecture: LectureFichier
  lots: Jugees['lots']
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
