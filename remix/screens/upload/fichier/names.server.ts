import type { ColonneLue } from '#contract/fichiers'
import type { Colonne } from '#contract/lecture'
import { normalise } from '#files/entetes'

export type Columns = readonly Pick<ColonneLue, 'place' | 'nom' | 'propose'>[]

/** Longer names come cut off. */
const LONGEST_NAME = 199

/** Names of columns as readings compare them: the place of a name that only one column has, and back. */
export function createNames(columns: Columns) {
  const places = new Map<string, number | null>()
  for (const { place, nom } of columns) {
    const key = normalise(nom.trim())
    places.set(key, places.has(key) ? null : place)
  }
  const written = new Map(columns.map(({ place, nom }) => [place, nom.trim()]))
  const placeOf = (colonne: Colonne): number | undefined =>
    typeof colonne === 'number'
      ? written.has(colonne)
        ? colonne
        : undefined
      : (places.get(normalise(colonne.trim())) ?? undefined)

  return {
    placeOf,
    /** Its name; its place where that is no name, or more than one column's. */
    nameOf: (place: number): Colonne => {
      const nom = written.get(place) ?? ''
      const isName = normalise(nom) !== '' && nom.length <= LONGEST_NAME
      return isName && placeOf(nom) === place ? nom : place
    },
  }
}
