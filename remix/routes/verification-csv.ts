import { aVerifierCsv } from '#contract/verification'
import { csvOf } from '../pass-on.server'
import { readOnly } from '../refused.server'

/** All donors to review as CSV, in screen order. */
export const loader = csvOf(aVerifierCsv)

export const action = readOnly
