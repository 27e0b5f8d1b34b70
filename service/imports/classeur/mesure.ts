import { type Limites, refuse } from './refus'

/** What comes out of a workbook is held against what went in, once it is more than this. */
const LIBRE = 16 * 1024 * 1024
/** Bytes of text that a byte of a sheet may show. */
const PAR_OCTET = 20
/** A row of a sheet; the reader of rows rejects shorter ones already. */
const LIGNE_MAX = 1_000_000
/** Sheets of real workbooks shrink by 5 to 50: what is beyond is a bomb. */
const RATIO_MAX = 250
const RATIO_DES = 8 * 1024 * 1024
/** Bytes that are shown between two turns of the event loop. */
const TOUR = 64 * 1024

/** Whether so many bytes cannot honestly come out of so few. */
export const estBombe = (decompresses: number, comprimes: number): boolean =>
  decompresses > RATIO_DES && decompresses > comprimes * RATIO_MAX

/** What comes out of a workbook, measured by what went in. */
export interface Mesure {
  /** Bytes of XML that were read: those of a sheet show texts, those of shared texts are shown. */
  lire: (octets: number, dOu: 'feuille' | 'textes') => void
  /** Bytes that cells show, each time that they show them. Throws a Problem beyond what the XML allows. */
  montrer: (octets: number) => void
  /** Throws a Problem for bytes that all rows so far may not have come to, as they are written. */
  ecrire: (octets: number) => void
  /** Throws a Problem for a row of so many bytes. */
  peserLigne: (octets: number) => void
  /** Whether others should have a turn before more is shown. */
  estTour: () => boolean
}

/** Measures a workbook of so many bytes as sent. */
export function createMesure(envoyes: number, { decompresses }: Limites): Mesure {
  const most = Math.min(decompresses, LIBRE + envoyes * RATIO_MAX)
  let permis = LIBRE
  let montres = 0
  let tour = TOUR
  const borner = (octets: number) => {
    if (octets > permis) throw refuse('gonfle')
  }
  return {
    lire: (octets, dOu) => {
      permis = Math.min(most, permis + octets * (dOu === 'feuille' ? PAR_OCTET : 1))
    },
    montrer: (octets) => borner((montres += octets)),
    ecrire: borner,
    peserLigne: (octets) => {
      if (octets > LIGNE_MAX) throw refuse('longue')
    },
    estTour: () => {
      if (montres < tour) return false
      tour = montres + TOUR
      return true
    },
  }
}
