import type { TypeFichier } from '#contract/imports'
import type { Row } from '../rows/row'
import { readBoolean, readCode, readDay } from './values'

const isName = (text: string) => !/@|\d{4}/.test(text)

/** Plausibility of a card's cells; cells of donations all look alike, see `staging/fit.ts`. */
const LOOKS: Record<string, (text: string) => boolean> = {
  firstname: isName,
  lastname: isName,
  city: isName,
  civility: isName,
  zip: (text) => text.length <= 10 && !text.includes('@'),
  email: (text) => /@[^@]*\.[a-z]+$/i.test(text),
  phone: (text) => /^[\d\s().+/-]+$/.test(text) && text.replace(/\D/g, '').length <= 15,
  birthdate: (text) => {
    const day = readDay(text)
    return 'value' in day && day.value !== undefined
  },
  is_company: (text) => readBoolean(text) !== undefined,
}

/** Maximum length of a plausible cell. */
const LONGEST = 200

/** Returns a test of whether a short row's cells are plausible for their columns, or shifted from others. */
export function createFits(type: TypeFichier, places: Map<string, number>) {
  const looked = type === 'donateurs' ? [...places].filter(([field]) => field in LOOKS) : []
  return (row: Row): boolean =>
    looked.every(([field, place]) => {
      if (place >= row.count) return true
      const cell = readCode(row.bytes.toString('utf8', row.starts[place], row.ends[place]))
      return cell === undefined || (cell.length <= LONGEST && LOOKS[field]?.(cell) !== false)
    })
}
