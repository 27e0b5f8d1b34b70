import { decisionsCsv } from '#contract/verification'
import { csvOf } from '../pass-on.server'
import { readOnly } from '../refused.server'

/** All decisions « légitime » matching the filters, as CSV. */
export const loader = csvOf(decisionsCsv)

export const action = readOnly
