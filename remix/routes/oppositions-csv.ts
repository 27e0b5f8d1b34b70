import { oppositionsCsv } from '#contract/oppositions'
import { csvOf } from '../pass-on.server'
import { readOnly } from '../refused.server'

/** Who must not be written to, as CSV, newest first. */
export const loader = csvOf(oppositionsCsv)

export const action = readOnly
