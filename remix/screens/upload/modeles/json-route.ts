import type { LoaderFunctionArgs } from '@remix-run/node'
import { modeleFichier } from '#contract/lecture'
import { readOnly, refusedAsText } from '../../../service/refused.server'
import { call } from '../../../service/service.server'

/** A model as a file to keep. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const id = params['fichier']?.replace(/\.json$/, '') ?? ''
  return call(modeleFichier, { params: { id } }, request).then(
    (modele) =>
      new Response(`${JSON.stringify(modele, null, 2)}\n`, {
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Content-Disposition': `attachment; filename="Modele ${modele.nom.normalize('NFKD').replace(/[^\w -]/g, '')}.json"`,
          'Cache-Control': 'no-store',
        },
      }),
    refusedAsText,
  )
}

export const action = readOnly
