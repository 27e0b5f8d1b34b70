import type { LoaderFunctionArgs } from '@remix-run/node'
import { dashboardAnnees } from '#contract/dashboard'
import { ECRANS } from '../classeur/ecrans.server'
import { fileOf } from '../rapport/file.server'
import { readRapport } from '../rapport/rapport.server'
import { Refusal } from '../refusal.server'
import { readOnly, refusedAsText } from '../refused.server'
import { call } from '../service.server'
import { readAnnee } from '../tables/define.server'

/** The report of the requested year; throws a Refusal for an unknown year. */
async function readFile(request: Request) {
  const annee = readAnnee(new URL(request.url).searchParams)
  const { annees } = await call(dashboardAnnees, {}, request)
  if (!annees.includes(annee)) {
    const known = annees.length > 0 ? ` Années connues\u00A0: ${annees.join(', ')}.` : ''
    throw new Refusal(404, { detail: `Aucun don enregistré en ${annee}.${known}` })
  }
  return readRapport(request, annee)
}

/** Link header naming the report's workbooks, for `npm run rapport`. */
const workbooks = (annee: number): string =>
  Object.keys(ECRANS)
    .map((ecran) => `</telechargement/classeur?ecran=${ecran}&annee=${annee}>; rel="related"`)
    .join(', ')

/** `/telechargement/rapport?annee=…`: a year's report as one HTML file. */
export const loader = ({ request }: LoaderFunctionArgs): Promise<Response> =>
  readFile(request).then(
    (rapport) =>
      new Response(fileOf(rapport), {
        headers: {
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Disposition': `attachment; filename="rapport-${rapport.annee}.html"`,
          'Cache-Control': 'no-store',
          'X-Content-Type-Options': 'nosniff',
          Link: workbooks(rapport.annee),
        },
      }),
    refusedAsText,
  )

export const action = readOnly
