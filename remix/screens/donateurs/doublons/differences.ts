import type { Identite } from '#contract/identite'
import { formatDay } from '#figures/format'
import { ouiNon } from '#files/colonnes'

/** A line of the cards side by side: a value for each, and whether two filled ones differ. */
export interface Ligne {
  label: string
  values: (string | null)[]
  differs: boolean
}

const MARKS = /\p{M}/gu

const LETTRES: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
}

/** A text as people compare it: without case, accents and signs. */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(/[œæłøđð]/g, (letter) => LETTRES[letter] ?? letter)
    .replace(/[^\p{L}\p{N}@]+/gu, '')

/** Of a zip code that lost its first zero, the five digits. */
const foldZip = (text: string) => fold(text).replace(/^(?=\d{4}$)/, '0')

/** A telephone's digits, whatever stands for its first zero. */
const foldPhone = (text: string) =>
  text
    .replace(/[^\d+]/g, '')
    .replace(/^(?:\+|00)330?/, '0')
    .replace(/^(?:33)?([1-9]\d{8})$/, '0$1')

const CHAMPS: readonly [
  label: string,
  of: (fiche: Identite) => string | null,
  fold: (text: string) => string,
][] = [
  ['Civilité', ({ civility }) => civility, fold],
  ['Prénom', ({ firstname }) => firstname, fold],
  ['Nom', ({ lastname }) => lastname, fold],
  ['Société', ({ is_company }) => (is_company === null ? null : ouiNon(is_company)), fold],
  ['Code postal', ({ zip }) => zip, foldZip],
  ['Ville', ({ city }) => city, fold],
  ['E-mail', ({ email }) => email, (text) => text.trim().toLowerCase()],
  ['Téléphone', ({ phone }) => phone, foldPhone],
  ['Naissance', ({ birthdate }) => birthdate && formatDay(birthdate), fold],
]

/** What the cards say, a line a field that any of them fills. */
export function compareFiches(fiches: readonly Identite[]): Ligne[] {
  return CHAMPS.flatMap(([label, of, folded]) => {
    const values = fiches.map((fiche) => of(fiche) || null)
    const filled = values.filter((value) => value !== null)
    if (filled.length === 0) return []
    return [{ label, values, differs: new Set(filled.map(folded)).size > 1 }]
  })
}

/** What lists and files show of these cards now, and will no more beside the one that holds for all: field, then values. */
export const lostOf = (
  fiches: readonly Identite[],
  tenue: Identite,
): (readonly [field: string, values: string[]])[] =>
  CHAMPS.filter(([label]) => label !== 'Société').flatMap(([label, of, folded]) => {
    const held = folded(of(tenue) ?? '')
    const values = new Map(
      fiches.flatMap((fiche) => {
        const value = of(fiche)
        return value && folded(value) !== held ? [[folded(value), value] as const] : []
      }),
    )
    return values.size > 0 ? [[label, [...values.values()]] as const] : []
  })
