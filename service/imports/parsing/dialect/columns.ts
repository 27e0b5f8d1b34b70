import type { TypeFichier } from '#contract/imports'
import { csvUnguarded } from '#files/csv'
import { type Field, FIELDS, normalise, REQUIRED } from '#files/entetes'

/** A parsed header: the position of each known field; ignored, missing and duplicate names. */
export interface Header {
  names: string[]
  places: Map<string, number>
  ignored: string[]
  missing: string[][]
  twice: string[]
}

function firstPlace(known: Field, places: Map<string, number>): number | undefined {
  for (const name of [known.field, ...known.aliases]) {
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
  for (const known of FIELDS[type]) {
    const place = firstPlace(known, byName)
    if (place === undefined || taken.has(place)) continue
    places.set(known.field, place)
    taken.add(place)
  }
  return {
    names,
    places,
    ignored: names.filter((name, place) => name !== '' && !taken.has(place)),
    missing: REQUIRED[type].filter((one) => !one.some((name) => places.has(name))),
    twice: [...twice],
  }
}
