import type { CodeRegle } from '#contract/verification'
import { formatCount } from '#figures/format'
import { REGLES } from './regles'
import type { Carte, Faits } from './regles/regle'

/** A reason as stored, for a donor or with a decision. */
export interface Raison {
  regle: CodeRegle
  cle: string
  points: number
  faits: Faits
}

/** So many reasons of a rule are worded; the others are counted. */
const PAR_REGLE = 3

const weight = (raisons: readonly Raison[]) => Math.max(...raisons.map(({ points }) => points))
const dayOf = ({ faits }: Raison) => String(faits['le'] ?? '')

/** What a donor gave, and the points that it takes off. */
export interface Histoire {
  donations: number
  premier_don: string | null
  dernier_don: string | null
  histoire: number
}

const speaksFor = ({ donations, premier_don, dernier_don, histoire }: Histoire): string[] =>
  histoire > 0 && premier_don && dernier_don
    ? [
        `Son histoire parle pour lui\u00A0: ${formatCount(donations)} dons de ${premier_don.slice(0, 4)} à ${dernier_don.slice(0, 4)} (${histoire} points de moins).`,
      ]
    : []

/**
 * Words reasons, the heaviest rule first, its latest days first, then the history. They quote the current card; without
 * one, as with a decision about an earlier card, they quote nothing.
 */
export const sentences = (
  raisons: readonly Raison[],
  carte: Carte | null,
  histoire?: Histoire,
): string[] => [...reasons(raisons, carte), ...(histoire ? speaksFor(histoire) : [])]

function reasons(raisons: readonly Raison[], carte: Carte | null): string[] {
  return REGLES.map((regle) => ({
    regle,
    siennes: raisons.filter(({ regle: code }) => code === regle.code),
  }))
    .filter(({ siennes }) => siennes.length > 0)
    .toSorted((one, other) => weight(other.siennes) - weight(one.siennes))
    .flatMap(({ regle: { phrase, autres }, siennes }) => {
      const ordered = siennes.toSorted(
        (one, other) => other.points - one.points || dayOf(other).localeCompare(dayOf(one)),
      )
      const said = new Set(
        ordered.slice(0, autres ? PAR_REGLE : undefined).map(({ faits }) => phrase(faits, carte)),
      )
      const left = ordered.length - PAR_REGLE
      return autres && left > 0 ? [...said, others(left, autres)] : [...said]
    })
}

/** `Et 214 autres jours.` */
const others = (count: number, [one, many]: readonly [string, string]) =>
  `Et ${count === 1 ? one : `${formatCount(count)} ${many}`}.`
