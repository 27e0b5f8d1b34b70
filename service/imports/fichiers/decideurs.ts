import { normalise } from '#files/entetes'
import { couperDevise, estDevise } from '../parsing/cells/devises'
import {
  titreDecide,
  titreDevise,
  titreNumero,
  titreRempli,
  titreVend,
  valeurDecide,
  valeurPaie,
  valeurVend,
} from '../parsing/lexique'
import { lireMontant } from './cellules'
import { enChiffres } from './lettres'

/** A column that decides has so few values; one that tells what was sold, more. */
export const VALEURS_D_UN_SORT = 40
export const VALEURS_VENDUES = 200
/** So few tell rows apart even where none comes twice. */
const PEU = 6

/** How cells look that are no word. */
export const estEmail = (text: string) => /^[^\s@]+@[^\s@]+\.\w+$/.test(text)
export const estDate = (text: string) =>
  /^(?:(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|\d{4}-\d\d-\d\d|\d{1,2}([-/.])\d{1,2}\1(?:\d{4}|\d\d))(?:[T ].*)?$/.test(
    enChiffres(text),
  )
export const estCodePostal = (text: string) => /^\d{5}$/.test(text)
/** Whether it reads as an amount, in any currency, if need be below 0. */
export const estMontant = (text: string) => /\d/.test(text) && typeof lireMontant(text) === 'number'
/** Whether it is written as money: with cents, or a currency. */
export const estArgent = (text: string) =>
  /[.,]\d\d$/.test(text) || (/\d/.test(text) && couperDevise(text).devise !== undefined)

/** What a column that is no field of a gift or donor holds, as far as it was seen. */
export interface Vue {
  nom: string
  /** Its distinct cells but empty ones; undefined where they are too many. */
  valeurs: readonly string[] | undefined
  remplies: number
  lignes: number
}

const estAutre = (valeurs: readonly string[]) =>
  [estEmail, estDate, estCodePostal, estArgent].some((looks) => valeurs.every(looks))

/** Whether a column of money is headed so: a fee, a balance. */
export const TITRE_D_ARGENT =
  /^montant|amount$|^(?:dons?|donations?|versements?)(?:\(?(?:€|euros?)\)?)?$/

/**
 * Whether a column may decide which rows count: who does not say so would count them all. A currency does in a file of one,
 * too: what comes below the first rows is asked about.
 */
export function peutDecider({ nom, valeurs, remplies, lignes }: Vue): boolean {
  if (remplies === 0) return false
  if (titreRempli(nom)) return true
  if (!valeurs) return false
  if (titreVend(nom) && valeurs.some(valeurVend)) return true
  if (valeurs.length > VALEURS_D_UN_SORT) return false
  if (titreDevise(nom) || valeurs.every(estDevise)) return true
  if (valeurs.length > PEU && remplies === valeurs.length) return false
  if (valeurs.some(valeurDecide)) return true
  // What is sold among what is not, many times each: elsewhere a price list may be of nothing else, and a remark of one row.
  if (remplies >= 2 * valeurs.length && valeurs.some(valeurVend) && !valeurs.every(valeurVend))
    return !valeurs.some(estEmail)
  return (
    (valeurs.length > 1 || remplies < lignes) &&
    !estAutre(valeurs) &&
    !TITRE_D_ARGENT.test(normalise(nom)) &&
    !valeurs.every(valeurPaie) &&
    !(titreNumero(nom) && valeurs.every((valeur) => /\d/.test(valeur))) &&
    titreDecide(nom)
  )
}

/** Whether a column of which nothing is known has so few values, each many times, that people had better see them. */
export const estAVoir = ({ nom, valeurs, remplies }: Vue): boolean =>
  valeurs !== undefined &&
  valeurs.length > 1 &&
  valeurs.length <= PEU &&
  remplies >= 2 * valeurs.length &&
  !estAutre(valeurs) &&
  !TITRE_D_ARGENT.test(normalise(nom))
