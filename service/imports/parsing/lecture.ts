import type { TypeFichier } from '#contract/imports'
import type { Motif } from './cells/motifs'
import type { Written } from './copy/row-writer'
import type { Encodage } from './encoding/decoder'

/** Counts of a file; total = valid + zeros + rejected, before deduplication. */
export interface Comptes {
  total: number
  valides: number
  zeros: number
  rejets: number
  /** Rejects stored with their text; the first ones. */
  rejetsGardes: number
  /** All rejects by reason, and by the reason once short rows are completed. */
  motifs: Partial<Record<Motif, number>>
  motifsCompletes: Partial<Record<Motif | 'valide', number>>
  /** Rows in `reprises`, short ones excluded. */
  reprises: number
  centimes: number
  /** First and last date of the donations, YYYYMMDD; 0 if there are none. */
  premierJour: number
  dernierJour: number
  /** Rows with too few fields. */
  courtes: number
  /** Minimum and maximum number of cells such a row lacks. */
  manquantesMin: number
  manquantesMax: number
  courtesValides: number
  courtesZeros: number
  courtesCentimes: number
  courtesPremierJour: number
  courtesDernierJour: number
  /** Amounts such as 1.234, read as 1,23 €. */
  troisDecimales: number
}

/** A file as read: header, dialect and counts. */
export interface Lecture extends Comptes {
  /** The file's column names, and the position of each known field among them. */
  entete: string[]
  places: Record<string, number>
  ignorees: string[]
  delimiteur: string
  ligneEntete: number
  encodage: Encodage
  /** The table's columns that rows were written in. */
  colonnes: string[]
}

/** Counts the rows of a file as they are read. */
export function createComptes(type: TypeFichier) {
  const comptes: Comptes = {
    total: 0,
    valides: 0,
    zeros: 0,
    rejets: 0,
    rejetsGardes: 0,
    motifs: {},
    motifsCompletes: {},
    reprises: 0,
    centimes: 0,
    premierJour: 0,
    dernierJour: 0,
    courtes: 0,
    manquantesMin: 0,
    manquantesMax: 0,
    courtesValides: 0,
    courtesZeros: 0,
    courtesCentimes: 0,
    courtesPremierJour: 0,
    courtesDernierJour: 0,
    troisDecimales: 0,
  }

  return {
    comptes,
    countRow: ({ cents, day }: Written) => {
      comptes.total++
      if (type === 'donateurs') {
        comptes.valides++
        return
      }
      if (cents === 0) comptes.zeros++
      else comptes.valides++
      comptes.centimes += cents
      if (comptes.premierJour === 0 || day < comptes.premierJour) comptes.premierJour = day
      if (day > comptes.dernierJour) comptes.dernierJour = day
    },
    /** A short row that is valid once completed. */
    countShort: ({ cents, day }: Written) => {
      comptes.courtesValides++
      if (type === 'donateurs') return
      if (cents === 0) comptes.courtesZeros++
      comptes.courtesCentimes += cents
      const first = comptes.courtesPremierJour
      comptes.courtesPremierJour = first === 0 ? day : Math.min(first, day)
      comptes.courtesDernierJour = Math.max(comptes.courtesDernierJour, day)
    },
    /** A row lacking this many cells. */
    countMissing: (cells: number) => {
      const { courtes, manquantesMin, manquantesMax } = comptes
      comptes.courtes = courtes + 1
      comptes.manquantesMin = courtes === 0 ? cells : Math.min(manquantesMin, cells)
      comptes.manquantesMax = Math.max(manquantesMax, cells)
    },
    countReject: (motif: Motif, completed: Motif | 'valide') => {
      comptes.total++
      comptes.rejets++
      comptes.motifs[motif] = (comptes.motifs[motif] ?? 0) + 1
      comptes.motifsCompletes[completed] = (comptes.motifsCompletes[completed] ?? 0) + 1
    },
  }
}
