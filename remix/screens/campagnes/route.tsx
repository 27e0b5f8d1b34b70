import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import {
  campagnesAnnees,
  campagnesEvolution,
  donateursMixtes,
  parcoursPremierDernier,
  type RepartitionGlobale,
  repartitionGlobale,
} from '#contract/campagnes'
import { parametres } from '#contract/parametres'
import { type Ventilation, ventilation } from '#contract/ventilation'
import { citer, formatMoney } from '#figures/format'
import { drawProfils } from '../../charts/campagnes.server'
import { drawFlows } from '../../charts/flows.server'
import { chosenYear, readAnnees } from '../../forms/year.server'
import { call, failing, quietly } from '../../service/service.server'
import {
  mixtesHighlights,
  parcoursHighlights,
  repartitionHighlights,
} from '../../tables/highlights.server'
import { DataTable } from '../../ui/data-table'
import { Figure } from '../../ui/figure'
import { Highlights } from '../../ui/highlights'
import { NoData } from '../../ui/no-data'
import { Page, Section } from '../../ui/page'
import type { Handle } from '../../ui/screen'
import { ComparisonForm } from '../../ui/year-form'
import { firstCodes } from '../dashboard/rapport/excerpt'
import { flowsOf, fluxCampagnes, parcoursCampagnes } from './parcours-table.server'
import {
  evolutionCampagnes,
  mixtesParAnnee,
  profilsParAnnee,
  repartitionCampagnes,
} from './table.server'
import { montantsParCode } from './ventilation/table.server'

export const handle: Handle = {
  title: 'Analyse des Campagnes',
  tab: 'Campagnes',
  hasFigures: true,
  retry: false,
}

/** The euros of a year by campaign code; null without gifts. */
async function readCodes(request: Request) {
  const annees = await readAnnees(campagnesAnnees, request)
  if (annees.length === 0) return null
  const annee = chosenYear(request, annees)
  const found = await call(ventilation, { params: { axe: 'campagne', annee } }, request)
  const { data, total } = found
  return {
    annee,
    montant: total.montant,
    /** The code of all gifts, if they have but one. */
    only: only(data),
    table: montantsParCode.build(found),
    codes: countCodes(data),
  }
}

const countCodes = (data: Ventilation['data']): number =>
  data.reduce((sum, { regroupe }) => sum + (regroupe ?? 1), 0)

const only = (data: Ventilation['data']): string | null =>
  countCodes(data) === 1 ? (data[0]?.code ?? null) : null

/** The only campaign that donors ever gave to; null if there are two, or none. */
function onlyCampaign({ data }: RepartitionGlobale): string | null {
  const [first, ...others] = data.filter(({ nombre_donateurs }) => nombre_donateurs > 0)
  return first && others.length === 0
    ? (/^(.+)_UNIQUEMENT$/.exec(first.profil_campagne)?.[1] ?? null)
    : null
}

export async function loader({ request }: LoaderFunctionArgs) {
  const [codes, { campagne_produit: produit }, evolution, parcours, mixtes, repartition] =
    await Promise.all([
      readCodes(request).catch(quietly('montants par code')),
      call(parametres, {}, request),
      call(campagnesEvolution, {}, request),
      call(parcoursPremierDernier, {}, request),
      call(donateursMixtes, {}, request),
      call(repartitionGlobale, {}, request),
    ]).catch(failing('Erreur lors du chargement des données des campagnes'))
  const drawings = {
    profils: drawProfils(produit, evolution),
    flux: drawFlows(flowsOf(parcours), 'Donateurs, de leur première campagne à la dernière'),
  }
  const tables = {
    profils: profilsParAnnee.build(produit, evolution),
    evolution: evolutionCampagnes.build(produit, evolution),
    flux: fluxCampagnes.build(parcours),
    parcours: parcoursCampagnes.build(parcours),
    mixtes: mixtesParAnnee.build(mixtes),
    repartition: repartitionCampagnes.build(repartition),
  }
  const highlights = {
    parcours: parcoursHighlights(parcours),
    mixtes: mixtesHighlights(mixtes),
    repartition: repartitionHighlights(repartition),
  }
  return {
    produit,
    codes,
    alone: onlyCampaign(repartition),
    drawings,
    tables,
    highlights,
  }
}

export default function Campagnes() {
  const { produit, codes, alone, drawings, tables, highlights } = useLoaderData<typeof loader>()
  const subtitle = `Campagnes ${produit} et VFL\u00A0: évolution, fidélité et migration`
  if (tables.evolution.rows.length === 0) return <NoData subtitle={subtitle} />
  return (
    <Page
      subtitle={subtitle}
      analysis
      tables={{ codes: codes?.table ?? null, ...tables }}
      weighed="years"
      actions={<ComparisonForm />}
    >
      {codes && <Codes codes={codes} />}
      {alone && (
        <p className="mention">
          Il n’y a qu’une campagne, {citer(alone)}&nbsp;: les parts ci-dessous, qui en comparent
          deux, sont de 100&nbsp;% ou de 0.
        </p>
      )}
      <Section title="Évolution par année">
        <Figure
          nested
          folded
          title="Donateurs par profil de campagne"
          drawing={drawings.profils}
          table={tables.profils}
        />
        <DataTable table={tables.evolution} />
      </Section>
      <Section title="Fidélité et migration">
        <Highlights highlights={highlights.parcours} definition="parcours" />
        <Figure
          nested
          folded
          title="De la première campagne à la dernière"
          drawing={drawings.flux}
          table={tables.flux}
        />
        <DataTable folded table={tables.parcours} />
      </Section>
      <Section title="Donateurs mixtes">
        <Highlights highlights={highlights.mixtes} definition="mixtes" />
        <DataTable folded table={tables.mixtes} />
      </Section>
      <Section title="Répartition globale">
        <Highlights highlights={highlights.repartition} definition="repartition" />
        <DataTable folded table={tables.repartition} />
      </Section>
    </Page>
  )
}

const CODES_SHOWN = 20

/** What each code brought in a year; of one code only, a sentence. */
function Codes({ codes }: { codes: NonNullable<Awaited<ReturnType<typeof readCodes>>> }) {
  const { annee, montant, only: code, table, codes: count } = codes
  return (
    <Section title={`Collecte de ${annee} par code de campagne`}>
      {code === null ? (
        <DataTable table={firstCodes(table, count, CODES_SHOWN)} />
      ) : (
        <p>
          {code === 'N/A'
            ? `Aucun don de ${annee} n’a de code`
            : `Tous les dons de ${annee} ont le code ${citer(code)}`}
          &nbsp;: {formatMoney(montant)}.
        </p>
      )}
      <p>
        <Link to={`/campagnes/ventilation?axe=campagne&annee=${annee}`}>
          Tous les codes, mois par mois
        </Link>
      </p>
    </Section>
  )
}
