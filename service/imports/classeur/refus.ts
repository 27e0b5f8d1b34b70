import { CLASSEUR_MAX_BYTES } from '#files/accepted'
import { Problem } from '../../problem'

/** What a workbook may be; its reader refuses more. */
export interface Limites {
  /** Of the file as sent. */
  octets: number
  /** Of all its parts together, decompressed. */
  decompresses: number
  lignes: number
  colonnes: number
}

export const LIMITES: Limites = {
  octets: CLASSEUR_MAX_BYTES,
  decompresses: 2_000_000_000,
  lignes: 1_048_576,
  colonnes: 16_384,
}

const REFUS = {
  vide: 'Le fichier est vide\u00a0: il n’a ni en-tête ni ligne.',
  autre:
    'Ce fichier n’est pas un classeur, ou son programme l’a enregistré dans un autre format. Enregistrez-le en .xlsx ou .csv.',
  chiffre:
    'Ce classeur est protégé par un mot de passe, et ne peut pas être lu. Enregistrez-le en .xlsx ou .csv, sans mot de passe.',
  xls: 'Ce classeur est dans l’ancien format d’Excel (.xls). Enregistrez-le en .xlsx ou .csv.',
  xlsb: 'Ce classeur est dans le format binaire d’Excel (.xlsb). Enregistrez-le en .xlsx ou .csv.',
  ods: 'Ce classeur est au format OpenDocument (.ods). Enregistrez-le en .xlsx ou .csv.',
  abime:
    'Ce classeur est incomplet ou abîmé. Ouvrez-le dans votre tableur, puis enregistrez-le en .xlsx ou .csv.',
  bombe:
    'Ce classeur se décompresse bien au-delà de ce que fait un classeur ordinaire\u00a0: il n’est pas lu. Enregistrez-le en .csv.',
  gonfle:
    'Ce classeur répète ses textes bien au-delà de ce que fait un classeur ordinaire\u00a0: il n’est pas lu. Enregistrez-le en .csv.',
  longue:
    'Une ligne de ce classeur a plus de 1\u00a0Mo de texte\u00a0: il n’est pas lu. Raccourcissez-la, ou enregistrez-le en .csv.',
  lourd: 'Ce classeur est trop grand pour être lu. Enregistrez-le en .csv.',
  feuille: 'Ce classeur n’a pas cette feuille. Choisissez-en une autre.',
  sansFeuille: 'Ce classeur n’a aucune feuille de cellules. Enregistrez-le en .xlsx ou .csv.',
} as const

export type Refus = keyof typeof REFUS

/** Why a workbook is not read. */
export const refuse = (refus: Refus, cause?: unknown) =>
  new Problem(refus === 'lourd' ? 'trop_grand' : 'invalide', REFUS[refus], { cause })

/** A workbook that says otherwise than its format allows; `what` is for the log. */
export const damaged = (what: string) => refuse('abime', new Error(what))
