import { doublonsCsv } from '#contract/doublons'
import { csvOf } from '../pass-on.server'
import { readOnly } from '../refused.server'

/** All contacts who may be one person as CSV, in screen order. */
export const loader = csvOf(doublonsCsv)

export const action = readOnly
