import type { TypeFichier } from '#contract/imports'
import { csvUnguarded } from '#files/csv'
import { FIELDS, normalise, RAISON_SOCIALE, REQUIRED } from '#files/entetes'

/** A parsed header: the position of each known field; ignored, missing and duplicate names. */
export interface Header {
  names: string[]
  places: Map<string, number>
  ignored: string[]
  missing: string[][]
  twice: string[]
}

/** Where a company's name is among the places of a file of donors. */
export const SOCIETE = 'company'

function firstPlace(names: readonly string[], places: Map<string, number>): number | undefined {
  for (const name of names) {
    const place = places.get(normalise(name))
    if (place !== undefined) return place
  }
  return undefined
}

/** Parses the cells of a header line; unnamed columns are counted but never read. */
export function readHeader(type: TypeFichier, cells: string[]): Header {
  const names = cells.map((cell) => csvUnguarded(cell.trim()).trim().replaceAll('\0', '\ufffd'))
  const byName = new Map<string, number>()
  const twice = new Set<string>()
  names.forEach((name, place) => {
    const key = normalise(name)
    if (key === '') return
    if (byName.has(key)) twice.add(name)
    else byName.set(key, place)
  })
  const places = new Map<string, number>()
  const taken = new Set<number>()
  const take = (field: string, wanted: readonly string[]) => {
    const place = firstPlace(wanted, byName)
    if (place === undefined || taken.has(place)) return
    places.set(field, place)
    taken.add(place)
  }
  for (const { field, aliases } of FIELDS[type]) take(field, [field, ...aliases])
  if (type === 'donateurs') take(SOCIETE, RAISON_SOCIALE)
  return {
    names,
    places,
    ignored: names.filter((name, place) => name !== '' && !taken.has(place)),
    missing: REQUIRED[type].filter((one) => !one.some((name) => places.has(name))),
    twice: [...twice],
  }
}
