import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { activiteAnnees } from '#contract/activite'
import {
  type CleTaux,
  type Fidelite,
  fidelite,
  type FideliteParAnnee,
  fideliteParAnnee,
} from '#contract/fidelite'
import { horizon } from '#contract/horizon'
import { formatDay, formatDayMonth, formatPercent } from '#figures/format'
import { drawRates } from '../../../charts/rates.server'
import { drawWaterfall } from '../../../charts/waterfall.server'
import { readYears } from '../../../forms/year.server'
import { call, failing } from '../../../service/service.server'
import { donors } from '../../../tables/links'
import { nameUpTo, nameYear, NOMS_TAUX, TAUX_SUIVIS } from '../../../tables/taux'
import { DataTable } from '../../../ui/data-table'
import { Figure } from '../../../ui/figure'
import { CountKpi, Kpi, Kpis } from '../../../ui/kpi'
import { Page, Section } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { YearForm } from '../../../ui/year-form'
import {
  cascadeCollecte,
  comparedWith,
  fidelisationParAnnee,
  mouvementsFidelite,
  revenusFidelite,
  stepsOf,
  tauxFidelite,
  tauxParAnnee,
} from './table.server'

export const handle: Handle = {
  title: 'Fidélisation',
  subtitle: 'Qui redonne d’une année à l’autre',
  hasFigures: true,
}

export async function loader({ request }: LoaderFunctionArgs) {
  const { annees, annee } = await readYears(activiteAnnees, request)
  const [found, all, reach] = await Promise.all([
    call(fidelite, { params: { annee } }, request),
    call(fideliteParAnnee, {}, request),
    call(horizon, {}, request),
  ]).catch(failing('Erreur lors du chargement des données'))
  return {
    annees,
    annee,
    found,
    jour: found.en_cours ? reach.horizon : null,
    mesures: reach.annee_en_cours === null ? null : reach.horizon,
    before: comparedWith(found, all),
    drawings: {
      mouvements: found.debut_du_fichier ? null : drawMouvements(found),
      taux: drawTaux(all),
    },
    tables: {
      taux: tauxFidelite.build(annee, found, all),
      revenus: revenusFidelite.build(annee, found),
      mouvements: mouvementsFidelite.build(annee, found),
      cascade: cascadeCollecte.build(annee, found),
      fidelisation: fidelisationParAnnee.build(all),
      annees: tauxParAnnee.build(all),
    },
  }
}

const drawMouvements = (found: Fidelite) =>
  drawWaterfall(
    stepsOf(found),
    `Ce qui a fait bouger la collecte, de ${found.annee - 1} à ${found.annee}`,
  )

/** The rates by year; the running year's next to last year's up to the same day. */
function drawTaux({ data }: FideliteParAnnee) {
  const running = data.find(({ a_date }) => a_date !== null)?.a_date
  return drawRates(
    TAUX_SUIVIS.map(({ key, label }) => ({
      label,
      points: data.map((year) => ({
        annee: year.annee,
        nom: nameYear(year),
        valeur: year.taux[key],
        open: year.en_cours,
      })),
      sameDay: running
        ? { annee: running.annee, nom: nameUpTo(running), valeur: running.taux[key] }
        : undefined,
    })),
    'Fidélisation, par année',
  )
}

export default function Fidelisation() {
  const { annees, annee, found, jour, mesures, before, drawings, tables } =
    useLoaderData<typeof loader>()
  return (
    <Page
      subtitle={`Les donateurs de ${annee - 1} et de ${annee}, d’une année à l’autre`}
      analysis
      measure="donateurs"
      tables={tables}
      actions={<YearForm annees={annees} annee={annee} />}
    >
      {jour !== null && (
        <p className="mention">
          L’année {annee} n’est connue que jusqu’au {formatDay(jour)}&nbsp;: ceux qui n’ont pas
          encore redonné le peuvent encore.
          {before && ` Ses taux se comparent à ceux de ${before.nom}, jamais à une année entière.`}
        </p>
      )}
      {found.debut_du_fichier ? (
        <p className="mention">
          Début du fichier&nbsp;: rien n’est connu avant {annee}, cette année n’a pas de taux.
        </p>
      ) : (
        <>
          <Rates found={found} before={before} />
          <Counts found={found} />
          <div className="side-by-side">
            <DataTable folded table={tables.taux} />
            <DataTable table={tables.revenus} />
          </div>
          <Section title="Ce qui a fait bouger la collecte">
            {jour !== null && (
              <p className="mention">
                L’année {annee - 1} est entière et {annee} s’arrête au {formatDayMonth(jour)}&nbsp;:
                les perdus n’ont pas encore redonné, et l’écart n’est pas encore celui d’une année.
              </p>
            )}
            {drawings.mouvements && (
              <Figure
                nested
                title={`De la collecte de ${annee - 1} à celle de ${annee}`}
                drawing={drawings.mouvements}
                table={tables.cascade}
              />
            )}
            <DataTable folded table={tables.mouvements} />
          </Section>
        </>
      )}
      <Section title="D’année en année">
        {mesures !== null && (
          <p className="mention">
            Les points creux s’arrêtent au {formatDayMonth(mesures)} de leur année.
          </p>
        )}
        <Figure
          nested
          title="Part des donateurs de l’année précédente qui ont redonné"
          drawing={drawings.taux}
          table={tables.fidelisation}
        />
        <DataTable folded table={tables.annees} />
      </Section>
    </Page>
  )
}

const MAIN: readonly (readonly [CleTaux, string])[] = [
  ['fidelisation', 'fidelisation'],
  ['attrition', 'fidelisation'],
  ['reactivation', 'reactivation'],
  ['acquisition', 'acquisition'],
  ['couverture', 'couverture'],
]

interface RatesProps {
  found: Fidelite
  before: { nom: string; taux: Fidelite['taux'] } | undefined
}

function Rates({ found: { taux }, before }: RatesProps) {
  return (
    <Kpis>
      {MAIN.map(([key, definition]) => (
        <Kpi
          key={key}
          label={NOMS_TAUX[key]}
          value={formatPercent(taux[key])}
          detail={before && `${before.nom}\u00A0: ${formatPercent(before.taux[key])}`}
          definition={definition}
        />
      ))}
    </Kpis>
  )
}

/** Who stayed, came and left; LYBUNT and SYBUNT are fundraisers' own terms. */
function Counts({ found: { annee, en_cours, effectifs } }: { found: Fidelite }) {
  const not = en_cours ? 'pas encore' : 'pas'
  return (
    <Kpis>
      <CountKpi
        label="Conservés"
        definition="fidelisation"
        count={effectifs.conserves}
        href={donors({ ensemble: 'conserves', annee })}
        detail={`ont donné en ${annee - 1} et en ${annee}`}
      />
      <CountKpi
        label="Nouveaux"
        definition="acquisition"
        count={effectifs.nouveaux}
        href={donors({ ensemble: 'nouveaux', annee })}
        detail={`premier don en ${annee}`}
      />
      <CountKpi
        label="Réactivés"
        definition="reactivation"
        count={effectifs.reactives}
        href={donors({ ensemble: 'reactives', annee })}
        detail="revenus après une année sans don, ou plus"
      />
      <CountKpi
        label="LYBUNT"
        definition="lybunt"
        count={effectifs.perdus}
        href={donors({ ensemble: 'perdus', annee })}
        detail={`perdus\u00A0: ont donné en ${annee - 1}, ${not} en ${annee}`}
      />
      <CountKpi
        label="SYBUNT"
        definition="lybunt"
        count={effectifs.absents}
        href={donors({ ensemble: 'absents', annee })}
        detail={`absents\u00A0: ont donné une année avant ${annee}, ${not} en ${annee}, perdus compris`}
      />
    </Kpis>
  )
}
