import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { estDesDons } from '#contract/axes'
import { campagnesAnnees } from '#contract/campagnes'
import { croisement } from '#contract/croisements'
import { formatDay } from '#figures/format'
import { readYears } from '../../../forms/year.server'
import { call, failing } from '../../../service/service.server'
import { AXES_GROUPES, MESURES, nameAxe, PARTS } from '../../../tables/axes'
import { crossing } from '../../../tables/links'
import { Alert } from '../../../ui/alert'
import { DataTable } from '../../../ui/data-table'
import { Page, Section } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { Unlisted } from '../../../ui/unlisted'
import { YearForm } from '../../../ui/year-form'
import { keepingOf } from '../listes-gardees/paths'
import {
  autreAnnee,
  croises,
  DEFAUT,
  evolutionCroisee,
  partsCroisees,
  queryOf,
  readAsked,
} from './table.server'

const AXES = { choices: [], groups: AXES_GROUPES }

export const handle: Handle = {
  title: 'Croisements',
  subtitle: 'Dons et donateurs selon deux questions à la fois',
  hasFigures: true,
}

export async function loader({ request }: LoaderFunctionArgs) {
  const { annees, annee } = await readYears(campagnesAnnees, request)
  const query = new URL(request.url).searchParams
  query.set('annee', String(annee))
  const asked = readAsked(query)
  const found = await call(croisement, { query: asked ?? DEFAUT }, request).catch(
    failing('Erreur lors du chargement des données'),
  )
  return {
    annees,
    annee,
    isTwice: asked === null,
    lignes: found.lignes,
    colonnes: found.colonnes,
    mesure: found.mesure,
    parts: found.parts,
    avec: found.avec,
    au: found.au,
    ofYears: found.annee === null,
    isOfGifts: estDesDons(found.lignes) || estDesDons(found.colonnes),
    keep: crossing(queryOf(found)),
    tables: {
      valeurs: croises.build(found),
      parts: found.parts === null ? null : partsCroisees.build(found),
      autre: found.avec === null ? null : autreAnnee.build(found),
      evolution: found.avec === null || found.au !== null ? null : evolutionCroisee.build(found),
    },
  }
}

/** Why donors add up, or do not. */
const SUMS = {
  annees:
    'Les donateurs, non\u00A0: un même donateur compte dans chaque année où il a donné. Aucun total n’en est donc fait.',
  dons: 'Les donateurs, non\u00A0: un même donateur compte une fois dans chaque case où il a donné, et une seule fois dans chaque total.',
  donateurs:
    'Les donateurs d’une même année aussi, car chacun n’a qu’une réponse à chaque question.',
}

export default function CroisementsScreen() {
  const screen = useLoaderData<typeof loader>()
  const { annees, annee, lignes, colonnes, mesure, parts, avec, au, ofYears, isOfGifts } = screen
  const { isTwice, keep, tables } = screen
  const crossed = `${nameAxe(lignes)} et ${nameAxe(colonnes).toLowerCase()}`
  return (
    <Page
      analysis
      measure="donateurs"
      tables={tables}
      actions={
        <YearForm
          annees={annees}
          annee={annee}
          others={[
            { label: 'Lignes', name: 'lignes', value: lignes, ...AXES },
            { label: 'Colonnes', name: 'colonnes', value: colonnes, ...AXES },
            { label: 'Mesure', name: 'mesure', value: mesure, choices: MESURES },
            { label: 'En parts', name: 'parts', value: parts ?? '', choices: PARTS },
            {
              label: 'Comparer à',
              name: 'avec',
              value: avec ?? '',
              choices: [
                ['', 'sans comparaison'],
                ...annees.map((one): [number, string] => [one, String(one)]),
              ],
            },
          ]}
        />
      }
    >
      {isTwice && (
        <Alert tone="warning" title="Attention">
          <p>Lignes et colonnes sont le même axe&nbsp;: choisissez-en deux.</p>
        </Alert>
      )}
      <Section title={crossed}>
        <p className="mention">
          Les 30 plus grands d’un axe ont chacun leur ligne ou leur colonne, les autres une seule.
          Dons et montants s’additionnent.{' '}
          {SUMS[ofYears ? 'annees' : isOfGifts ? 'dons' : 'donateurs']}
          {au !== null &&
            ` L’année en cours n’est connue que jusqu’au ${formatDay(au)}\u00A0: ${avec === null ? 'elle n’est pas finie.' : 'aucune évolution n’en est donnée.'}`}
          {mesure === 'don_moyen' &&
            ' Un don moyen est montant ÷ dons\u00A0: il ne s’additionne pas.'}
        </p>
        <p>
          <Link to={keepingOf(keep, ofYears ? crossed : `${crossed}, ${annee}`)}>
            Garder ce croisement
          </Link>
        </p>
        {ofYears && (
          <Unlisted>
            Un total de plusieurs années n’a pas de liste&nbsp;: une liste est d’une seule année.
          </Unlisted>
        )}
        <DataTable table={tables.valeurs} />
        {tables.parts && <DataTable table={tables.parts} />}
        {tables.autre && <DataTable table={tables.autre} />}
        {tables.evolution && <DataTable table={tables.evolution} />}
      </Section>
    </Page>
  )
}
