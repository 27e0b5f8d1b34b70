import { createHash } from 'node:crypto'
import { CARTE } from '#contract/identite'
import type { LectureFichier } from '#contract/lecture'

/** Raised where the same reading would give other gifts than before, or keeps its rows otherwise. */
const VERSION = 11

/** The same value with its keys in order. */
export function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, one]) => [name, ordered(one)])
}

/** What an account is of: these bytes, read in this way by this version of the rules. */
export const empreinteDe = (sha256: string, lecture: LectureFichier): string =>
  createHash('sha256')
    .update(JSON.stringify([VERSION, CARTE, sha256, ordered(lecture)]))
    .digest('hex')
