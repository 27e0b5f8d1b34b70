import type { LoaderFunctionArgs } from '@remix-run/node'
import { journalExportsCsv } from '#contract/exports'
import { passOnCsv } from '../pass-on.server'
import { readOnly } from '../refused.server'

/** The whole journal of exports as CSV. */
export const loader = ({ request }: LoaderFunctionArgs) => passOnCsv(journalExportsCsv, {}, request)

export const action = readOnly
