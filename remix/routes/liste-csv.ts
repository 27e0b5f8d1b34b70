import { listeCsv } from '#contract/listes'
import { csvOf } from '../pass-on.server'
import { readOnly } from '../refused.server'

/** All donors of a list as CSV, in screen order. */
export const loader = csvOf(listeCsv)

export const action = readOnly
