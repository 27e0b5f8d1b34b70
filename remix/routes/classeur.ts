import { createReadableStreamFromReadable, type LoaderFunctionArgs } from '@remix-run/node'
import { openClasseur } from '../classeur/classeur.server'
import { readOnly, refused, refusedAsText } from '../service/refused.server'
import { CLASSEURS } from '../tables/downloads.server'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const UNKNOWN =
  'Cet écran n’a pas de classeur. Ouvrez une analyse et suivez son lien «\u00A0Classeur (.xlsx)\u00A0».'

/** `/telechargement/classeur?ecran=…`: every table of a screen, one sheet each. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const name = query.get('ecran') ?? ''
  const ecran = Object.hasOwn(CLASSEURS, name) ? CLASSEURS[name] : undefined
  if (!ecran) return refused(UNKNOWN, 404)
  return openClasseur(ecran, request, query).then(({ asked, bytes }) => {
    const file = ['classeur', name, ...Object.values(asked)].join('-')
    return new Response(createReadableStreamFromReadable(bytes), {
      headers: {
        'Content-Type': XLSX,
        'Content-Disposition': `attachment; filename="${file}.xlsx"`,
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      },
    })
  }, refusedAsText)
}

export const action = readOnly
