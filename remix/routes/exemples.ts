import type { LoaderFunctionArgs } from '@remix-run/node'
import { isOnglet } from '../imports/address'
import { exempleResponse } from '../imports/exemples.server'
import { readOnly, refused } from '../refused.server'

/** The file to look at, or to try an import with, of each tab. */
export function loader({ params }: LoaderFunctionArgs) {
  const onglet = params['fichier']?.replace(/\.csv$/, '')
  return isOnglet(onglet) ? exempleResponse(onglet) : refused('Ce fichier n’existe pas.', 404)
}

export const action = readOnly
