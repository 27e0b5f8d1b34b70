import { createHash } from 'node:crypto'
import { CARTE } from '#contract/identite'
import type { LectureFichier } from '#contract/lecture'
import { cleValeur } from './resoudre'

/** Raised where the same reading would give other gifts than before, or keeps its rows otherwise. */
const VERSION = 8

/** The same value with its keys in order. */
export function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, one]) => [name, ordered(one)])
}

const digest = (sha256: string, lecture: object): string =>
  createHash('sha256')
    .update(JSON.stringify([VERSION, CARTE, sha256, ordered(lecture)]))
    .digest('hex')

/** What an account is of: these bytes, read in this way by this version of the rules. */
export const empreinteDe = (sha256: string, lecture: LectureFichier): string =>
  digest(sha256, lecture)

/**
 * What the rows of a reading are of: constants and prefix are put to them afterwards, and so is what is decided on
 * values, but for refunds.
 */
export const passeDe = (
  sha256: string,
  {
    constantes: _constantes,
    prefixe: _prefixe,
    numeros_repris: _repris,
    sorts,
    ...asked
  }: LectureFichier,
): string =>
  digest(sha256, {
    ...asked,
    sorts: sorts.map(({ colonne, valeurs }) => ({
      colonne,
      rembourses: Object.keys(valeurs)
        .filter((valeur) => valeurs[valeur] === 'rembourse')
        .map(cleValeur)
        .toSorted(),
    })),
  })
