import type { LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { campagnesAnnees } from '#contract/campagnes'
import { type CoutsAnnees, couts, coutsAnnees } from '#contract/couts'
import { horizon } from '#contract/horizon'
import { Chiffre, isOfCampaign } from '#contract/publications'
import { formatDay } from '#figures/format'
import { drawYearlyBars } from '../../../charts/yearly-bars.server'
import { readYears } from '../../../forms/year.server'
import { call, failing } from '../../../service/service.server'
import { POURQUOI } from '../../../tables/links'
import { DataTable } from '../../../ui/data-table'
import { SelectField } from '../../../ui/field'
import { Figure } from '../../../ui/figure'
import { Empty, Page, Section } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { showCell, type ShownTable } from '../../../ui/table'
import { YearForm } from '../../../ui/year-form'
import { CHIFFRES } from '../../dashboard/arretes/table.server'
import {
  coutsAnnuels,
  coutsParCampagne,
  coutsParExercice,
  coutsParFamille,
  coverageOf,
  recusAnnuels,
} from './table.server'

const SUBTITLE = 'Ce que chaque campagne coûte et rapporte'

export const handle: Handle = {
  title: 'Coûts des campagnes',
  subtitle: SUBTITLE,
  hasFigures: true,
}

/** The first choice where there is something to divide by. */
const TOUTES: [string, string] = ['', 'Toutes, qui ont un coût ou des envois']

/** Bars of the years that are known: no cost is none of 0. */
const draw = ({ data }: CoutsAnnees, label: string, of: 'cout' | 'montant', running?: number) =>
  drawYearlyBars(
    data.flatMap(({ annee, [of]: valeur }) => (valeur === null ? [] : [{ annee, valeur }])),
    { label, unit: 'euros', running },
  )

export async function loader({ request }: LoaderFunctionArgs) {
  const { annees, annee } = await readYears(campagnesAnnees, request)
  const [year, series, { annee_en_cours }] = await Promise.all([
    call(couts, { params: { annee } }, request),
    call(coutsAnnees, {}, request),
    call(horizon, {}, request),
  ]).catch(failing('Erreur lors du chargement des données'))
  const running = annee_en_cours ?? undefined
  return {
    annees,
    annee,
    au: year.au,
    coverage: coverageOf(year),
    isCosted: series.data.length > 0,
    codes: [
      ...(year.total.cout === null && year.total.envois === null ? [] : [TOUTES]),
      ...year.data.flatMap(({ code, regroupe }): [string, string][] =>
        regroupe === null ? [[code, code]] : [],
      ),
    ],
    chiffres: Chiffre.options
      .filter(isOfCampaign)
      .map((chiffre): [string, string] => [chiffre, CHIFFRES[chiffre].label]),
    drawings: {
      couts: draw(series, 'Coût des campagnes par exercice', 'cout', running),
      recus: draw(
        series,
        'Reçu des campagnes avec un coût ou des envois, par exercice',
        'montant',
        running,
      ),
    },
    tables: {
      campagnes: coutsParCampagne.build(annee, year),
      familles: coutsParFamille.build(annee, year),
      couts: coutsAnnuels.build(series),
      recus: recusAnnuels.build(series),
      exercices: coutsParExercice.build(series),
    },
  }
}

export default function Couts() {
  const { annees, annee, au, coverage, isCosted, codes, chiffres, drawings, tables } =
    useLoaderData<typeof loader>()
  return (
    <Page
      subtitle={`${SUBTITLE}, année ${annee}`}
      analysis
      tables={tables}
      actions={<YearForm annees={annees} annee={annee} />}
    >
      <Section title={`Campagnes de ${annee}`}>
        <p className="mention">
          {coverage} Le coût et les envois sont ceux du{' '}
          <Link to="/campagnes/dictionnaire">dictionnaire des campagnes</Link>, comptés dans
          l’exercice qu’il leur donne&nbsp;; les dons sont ceux de l’année
          {au !== null && `, jusqu’au ${formatDay(au)}`}. Une campagne est rentable le mois où les
          donateurs qu’elle a recrutés ont donné, à toutes les campagnes, autant qu’elle a coûté.
        </p>
        <DataTable
          table={tables.campagnes}
          render={{ campagne: (row) => <Named table={tables.campagnes} row={row} /> }}
        />
        {tables.familles.rows.length > 0 && <DataTable table={tables.familles} />}
        {codes.length > 0 && (
          <Form method="get" action={POURQUOI} className="fields card explain">
            <input type="hidden" name="annee" value={annee} />
            <SelectField label="Campagne" name="code" value={codes[0]?.[0]} choices={codes} />
            <SelectField
              label="Chiffre"
              name="chiffre"
              value="campagne-montant"
              choices={chiffres}
            />
            <button type="submit" className="button button-outline">
              Pourquoi ce chiffre a changé&nbsp;?
            </button>
          </Form>
        )}
      </Section>
      <Section title="D’un exercice à l’autre">
        {isCosted ? (
          <>
            <p className="mention">
              Aucune norme n’est publiée en France&nbsp;: la seule comparaison qui vaille est celle
              de vos propres exercices. Seules comptent ici les campagnes avec un coût ou des envois
              au dictionnaire&nbsp;: ce qui n’en a pas n’y est pas.
            </p>
            <div className="figures">
              <Figure
                nested
                title="Coût des campagnes"
                drawing={drawings.couts}
                table={tables.couts}
              />
              <Figure
                nested
                title="Reçu des campagnes avec un coût ou des envois"
                drawing={drawings.recus}
                table={tables.recus}
              />
            </div>
            <DataTable folded table={tables.exercices} />
          </>
        ) : (
          <Empty>
            <p>
              Aucune campagne n’a encore de coût.{' '}
              <Link to="/campagnes/dictionnaire">Saisir ou charger le dictionnaire</Link>
            </p>
          </Empty>
        )}
      </Section>
    </Page>
  )
}

/** A campaign's name, with its code below. */
function Named({ table: { columns, rows }, row }: { table: ShownTable; row: number }) {
  const [named = null, ...cells] = rows[row] ?? []
  const code = cells[columns.findIndex(({ title }) => title === 'Code') - 1]
  const text = showCell(named, 'texte')
  const name = typeof named === 'object' && named && 'href' in named
  return (
    <>
      {name ? <Link to={named.href}>{text}</Link> : text}
      {typeof code === 'string' && code !== text && (
        <>
          {' '}
          <span className="code-below">{code}</span>
        </>
      )}
    </>
  )
}
