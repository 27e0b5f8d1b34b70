import type { LoaderFunctionArgs } from '@remix-run/node'
import { readOnly, refused } from '../../service/refused.server'
import { isOnglet } from './address'
import { exempleResponse } from './exemples.server'

/** The file to look at, or to try an import with, of each tab. */
export function loader({ params }: LoaderFunctionArgs) {
  const onglet = params['fichier']?.replace(/\.csv$/, '')
  return isOnglet(onglet) ? exempleResponse(onglet) : refused('Ce fichier n’existe pas.', 404)
}

export const action = readOnly
