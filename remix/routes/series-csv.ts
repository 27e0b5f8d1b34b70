import { seriesCsv } from '#contract/series'
import { csvOf } from '../pass-on.server'
import { readOnly } from '../refused.server'

/** All series of gifts that the address asks for as CSV, in screen order. */
export const loader = csvOf(seriesCsv)

export const action = readOnly
