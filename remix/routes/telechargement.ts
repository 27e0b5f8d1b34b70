import type { LoaderFunctionArgs } from '@remix-run/node'
import { readOnly, refused } from '../refused.server'
import { isRefusal } from '../service.server'
import { downloads } from '../tables/downloads.server'
import { csvResponse } from '../ui/csv'

/** `/telechargements/{table}.csv`, each table of every screen as a file for French Excel. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const name = params['fichier']?.replace(/\.csv$/, '') ?? ''
  const read = Object.hasOwn(downloads, name) ? downloads[name] : undefined
  if (!read) return refused('Ce fichier n’existe pas.', 404)
  try {
    return csvResponse(await read(request, new URL(request.url).searchParams))
  } catch (error) {
    if (!isRefusal(error)) throw error
    return refused(error.message, error.status)
  }
}

export const action = readOnly
