import type { LoaderFunctionArgs } from '@remix-run/node'
import { readOnly, refused, refusedAsText } from '../service/refused.server'
import { csvResponse } from '../tables/csv.server'
import { downloads } from '../tables/downloads.server'

/** `/telechargements/{table}.csv`: a table of a screen that has a file of its own, for French Excel. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const name = params['fichier']?.replace(/\.csv$/, '') ?? ''
  const read = Object.hasOwn(downloads, name) ? downloads[name] : undefined
  if (!read) return refused('Ce fichier n’existe pas.', 404)
  return read(request, new URL(request.url).searchParams).then(csvResponse, refusedAsText)
}

export const action = readOnly
