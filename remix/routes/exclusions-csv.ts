import { historiqueCsv } from '#contract/exclusions'
import { csvOf } from '../pass-on.server'
import { readOnly } from '../refused.server'

/** The event log as CSV, with the screen's filters. */
export const loader = csvOf(historiqueCsv)

export const action = readOnly
