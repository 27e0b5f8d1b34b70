import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { dashboardAnnees } from '#contract/dashboard'
import { fraicheur } from '#contract/rafraichissement'
import { suspects } from '#contract/suspects'
import { PAS_CHERCHES } from '#figures/attente'
import { capital } from '#figures/format'
import { fileOf } from '../screens/dashboard/rapport/file.server'
import { type Rapport, readRapport } from '../screens/dashboard/rapport/rapport.server'
import { Refusal } from '../service/refusal.server'
import { readOnly, refusedAsText } from '../service/refused.server'
import { call } from '../service/service.server'
import { readAnnee } from '../tables/define.server'
import { CLASSEURS } from '../tables/downloads.server'
import { NEVERTHELESS } from '../ui/suspects'

/** The report of the requested year, or where it is asked for first; throws a Refusal for an unknown year. */
async function readFile(request: Request): Promise<Rapport | Response> {
  const { searchParams } = new URL(request.url)
  const annee = readAnnee(searchParams)
  const { annees } = await call(dashboardAnnees, {}, request)
  if (!annees.includes(annee)) {
    const known = annees.length > 0 ? ` Années connues\u00A0: ${annees.join(', ')}.` : ''
    throw new Refusal(404, { detail: `Aucun don enregistré en ${annee}.${known}` })
  }
  const { suspects_attendus } = await call(fraicheur, {}, request)
  if (suspects_attendus)
    throw new Refusal(503, {
      detail: `${capital(PAS_CHERCHES)}. Réessayez dans quelques instants.`,
    })
  if (!searchParams.has(NEVERTHELESS)) {
    const { mesures } = await call(suspects, { params: { annee } }, request)
    if (mesures.length > 0) return redirect(`/dashboard/rapport?annee=${annee}`)
  }
  return readRapport(request, annee)
}

/** Link header naming the report's workbooks, for `npm run rapport`. */
const workbooks = (annee: number): string =>
  Object.keys(CLASSEURS)
    .map((ecran) => `</telechargement/classeur?ecran=${ecran}&annee=${annee}>; rel="related"`)
    .join(', ')

/** `/telechargement/rapport?annee=…`: a year's report as one HTML file. */
export const loader = ({ request }: LoaderFunctionArgs): Promise<Response> =>
  readFile(request).then(
    (rapport) =>
      rapport instanceof Response
        ? rapport
        : new Response(fileOf(rapport), {
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
