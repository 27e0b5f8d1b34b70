import { CARTE, type Identite } from '#contract/identite'

/** Cells by group, as `voies.carte` keeps them: those of the name together. */
export type Carte = { nom?: Partial<Identite> } & Partial<Record<string, unknown>>

/** What was said of a person, and on which day. */
interface Dite {
  carte: Carte
  dite_le: string | null
}

/** Each group of cells as it was said last, with its day. */
function derniere(dites: readonly Dite[]) {
  const order = dites.toSorted((one, other) =>
    (one.dite_le ?? '').localeCompare(other.dite_le ?? ''),
  )
  return new Map(
    order.flatMap(({ carte, dite_le }) =>
      Object.entries(carte).map(([groupe, cells]) => [groupe, { cells, dite_le }] as const),
    ),
  )
}

/** The cells of a group. */
const columnsOf = (groupe: string) =>
  groupe === 'nom' ? (['civility', 'firstname', 'lastname', 'is_company'] as const) : [groupe]

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export const RIEN = Object.fromEntries(
  [...CARTE, 'is_company'].map((column) => [column, null]),
) as unknown as Identite

/** A card in cells. */
export function cellulesDe(carte: Carte): Identite {
  const { nom, ...others } = carte
  return { ...RIEN, ...nom, ...others }
}

export interface Personne {
  carte: Carte
  /** The days of its cells; of the stored card, of those alone that change. */
  jours: Record<string, string | null>
}

/** Days by cell, of groups. */
const joursDe = (groupes: Iterable<readonly [string, string | null]>) =>
  Object.fromEntries(
    [...groupes].flatMap(([groupe, jour]) => columnsOf(groupe).map((column) => [column, jour])),
  )

/** The card of who parts: what was said last under these keys. */
export function carteDuPartant(partent: readonly Dite[]): Personne {
  const said = derniere(partent)
  return {
    carte: Object.fromEntries([...said].map(([groupe, { cells }]) => [groupe, cells])),
    jours: joursDe([...said].map(([groupe, { dite_le }]) => [groupe, dite_le] as const)),
  }
}

/**
 * The stored card without what those who part alone have said: there stands what was said last under the other keys, or
 * nothing. A name is never taken away without another.
 */
export function carteDuRestant(
  stockee: Carte,
  partent: readonly Dite[],
  restent: readonly Dite[],
): Personne {
  const said = derniere(restent)
  const isTheirs = (groupe: string, cells: unknown) =>
    partent.some(({ carte }) => same(carte[groupe], cells)) &&
    !restent.some(({ carte }) => same(carte[groupe], cells))
  const carte = new Map(Object.entries(stockee))
  const jours: [string, string | null][] = []
  for (const [groupe, cells] of Object.entries(stockee)) {
    const other = said.get(groupe)
    if (!isTheirs(groupe, cells) || (!other && groupe === 'nom')) continue
    if (other) carte.set(groupe, other.cells)
    else carte.delete(groupe)
    jours.push([groupe, other?.dite_le ?? null])
  }
  return { carte: Object.fromEntries(carte), jours: joursDe(jours) }
}
