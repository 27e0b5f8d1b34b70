import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { dashboardAnnees } from '#contract/dashboard'
import { dictionnaire } from '#contract/dictionnaire'
import { objectifs } from '#contract/objectifs'
import { formatDay } from '#figures/format'
import { drawObjectif } from '../../../charts/objectifs.server'
import { askedYear, noGifts } from '../../../forms/year.server'
import { call, failing, quietly } from '../../../service/service.server'
import { DataTable } from '../../../ui/data-table'
import { Figure } from '../../../ui/figure'
import { Empty, Page, Section } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { YearForm } from '../../../ui/year-form'
import { actOnObjectifs } from './act.server'
import { nameAim } from './aims'
import { AimForm } from './forms'
import { AimLine } from './objectif'
import { chosenAim, moisObjectif, saisiesObjectifs, suiviObjectifs } from './table.server'

const SUBTITLE = 'Où en est l’année par rapport à ce qu’elle vise'

export const handle: Handle = {
  title: 'Objectifs',
  subtitle: SUBTITLE,
  hasFigures: true,
}

/** The years of the gifts, the one after them, and those that have aims. */
async function readYears(request: Request) {
  const { annees: given } = await call(dashboardAnnees, {}, request)
  const [latest] = given
  const annee = askedYear(request) ?? latest
  if (annee === undefined) throw noGifts()
  const found = await call(objectifs, { params: { annee } }, request)
  const years = new Set([...given, ...found.annees, annee, (latest ?? annee) + 1])
  return { annee, found, annees: [...years].sort((one, other) => other - one) }
}

export async function loader({ request }: LoaderFunctionArgs) {
  const [{ annee, annees, found }, words] = await Promise.all([
    readYears(request),
    call(dictionnaire, {}, request).catch(quietly('familles')),
  ]).catch(failing('Erreur lors du chargement des objectifs'))
  const at = chosenAim(found, new URL(request.url).searchParams)
  const aim = found.objectifs[at]
  return {
    annee,
    annees,
    au: found.au,
    at,
    aim: aim ?? null,
    names: found.objectifs.map(nameAim),
    familles: [...new Set((words?.fiches ?? []).flatMap(({ famille }) => famille ?? []))].slice(
      0,
      200,
    ),
    drawing: aim ? drawObjectif(annee, aim) : null,
    tables: {
      suivi: suiviObjectifs.build(annee, found),
      mois: moisObjectif.build(found, at),
      saisies: saisiesObjectifs.build(annee, found),
    },
  }
}

export const action = ({ request }: ActionFunctionArgs) => actOnObjectifs(request)

export default function Aims() {
  const { annee, annees, au, at, aim, names, familles, drawing, tables } =
    useLoaderData<typeof loader>()
  const others =
    names.length > 1
      ? [
          {
            label: 'Objectif',
            name: 'objectif',
            value: String(at),
            choices: names.map((name, place) => [String(place), name] as const),
          },
        ]
      : []
  return (
    <Page
      subtitle={`${SUBTITLE}, ${annee}`}
      analysis
      tables={tables}
      actions={<YearForm annees={annees} annee={annee} others={others} />}
    >
      {aim && drawing ? (
        <Section title={`${names[at]}, ${annee}`}>
          <AimLine aim={aim} au={au} annee={annee} />
          <Figure
            nested
            title="Reçu et visé, cumulés par mois"
            drawing={drawing}
            table={tables.mois}
          />
          <DataTable table={tables.suivi} />
        </Section>
      ) : (
        <Empty>
          <p>
            Aucun objectif n’est fixé pour {annee}. Fixez-en un ci-dessous
            {au !== null && `\u202F; l’année est connue jusqu’au ${formatDay(au)}`}.
          </p>
        </Empty>
      )}
      <Section title="Fixer ou retirer un objectif" id="fixer">
        <p className="mention">
          Le dernier objectif noté d’une mesure compte, avec le nom et la date&nbsp;; les précédents
          sont gardés. Il se répartit sur les mois comme les cinq dernières années complètes.
        </p>
        <AimForm annee={annee} familles={familles} />
      </Section>
      {tables.saisies.rows.length > 0 && <DataTable table={tables.saisies} />}
    </Page>
  )
}
