import type { LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { type Mois, mois } from '#contract/mois'
import { suspects } from '#contract/suspects'
import { RIEN_N_EST_LU } from '#figures/attente'
import { formatDay, formatInstant, formatMoney, plural } from '#figures/format'
import { type Filters, filtersOf, readFiltered } from '../../../forms/filters.server'
import { noGifts } from '../../../forms/year.server'
import { call, failing, quietly } from '../../../service/service.server'
import { A_VERIFIER, donors } from '../../../tables/links'
import { AutoRefreshSwitch } from '../../../ui/auto-refresh'
import { Evolution, SignedChange } from '../../../ui/change'
import { DataTable } from '../../../ui/data-table'
import { TextField } from '../../../ui/field'
import { CountKpi, Kpi, Kpis } from '../../../ui/kpi'
import { Tabs } from '../../../ui/navigation'
import { Empty } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { useAwaited, Weighed } from '../../../ui/suspects'
import { Unlisted } from '../../../ui/unlisted'
import { rangeOf } from '../range'
import {
  moisChangements,
  moisCumul,
  moisObjectifs,
  moisRecu,
  nameOf,
  newIn,
  partsOf,
  regularsIn,
} from './table.server'

const TITLE = 'Le mois'

export const handle: Handle<typeof loader> = {
  title: TITLE,
  subtitle: 'Le mois sur une page',
  tab: ({ name }) => [`${TITLE} – ${name}`],
  hasFigures: true,
}
const PATH = '/dashboard/mois'

/** The month so many months from another, `2026-10`. */
function monthsFrom({ mois: named }: Mois, many: number): string {
  const { annee, month } = partsOf({ mois: named })
  return new Date(Date.UTC(annee, month - 1 + many, 1)).toISOString().slice(0, 7)
}

/** How far the month is known. */
function knownOf({ mois: named, au, horizon }: Mois): string {
  if (horizon !== null && named > horizon)
    return `Ce mois n’est pas encore connu\u00A0: les dons s’arrêtent au ${formatDay(horizon)}`
  if (au === null) return 'Le mois sur une page'
  return `Le mois n’est pas fini\u00A0: il est connu jusqu’au ${formatDay(au)}`
}

/** The month that is asked for, else the last one known of the year that is. */
async function readMois({ mois: asked }: Filters, year: string | null, request: Request) {
  const found = await call(mois, { query: { mois: asked } }, request)
  const isOfYear = asked !== undefined || !year || !/^(?:19|20|21)\d\d$/.test(year)
  if (isOfYear || Number(year) >= partsOf(found).annee) return found
  return call(mois, { query: { mois: `${year}-12` } }, request)
}

export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const {
    answer: found,
    asked,
    fault,
  } = await readFiltered(filtersOf(query, ['mois']), ['mois'], (filters) =>
    readMois(filters, query.get('annee'), request),
  ).catch(failing('Erreur lors du chargement du mois'))
  const { horizon } = found
  if (horizon === null) throw noGifts()
  const { annee, month } = partsOf(found)
  const au = found.cumul.at(-1)?.au
  const weights = await call(suspects, { params: { annee }, query: { au } }, request).catch(
    quietly('donateurs à vérifier'),
  )
  return {
    found,
    asked: asked['mois'] ?? found.mois,
    fault: fault?.sentence,
    weights,
    unread: weights ? null : RIEN_N_EST_LU,
    au,
    newcomers: newIn(found, annee),
    atEnd: regularsIn(found),
    name: nameOf(found),
    annee,
    month,
    isKnown: found.cumul.length > 0 && found.mois <= horizon,
    beside: { before: monthsFrom(found, -1), after: monthsFrom(found, 1) },
    tables: {
      recu: moisRecu.build(found),
      cumul: moisCumul.build(found),
      objectifs: found.objectifs.length > 0 ? moisObjectifs.build(found) : null,
      changements: moisChangements.build(found),
    },
  }
}

export default function MonthScreen() {
  const { found, asked, fault, name, beside, newcomers, tables, isKnown, weights, unread, au } =
    useLoaderData<typeof loader>()
  const awaited = useAwaited()
  return (
    <article className="page report month">
      <header className="page-header">
        <div>
          <h1>Le mois&nbsp;: {name}</h1>
          <p className="subtitle">
            {knownOf(found)}
            {found.publie_le !== null && `. Chiffres publiés le ${formatInstant(found.publie_le)}`}
          </p>
        </div>
        <div className="page-actions">
          <Link className="button button-outline" to={`${PATH}?mois=${beside.before}`}>
            Mois précédent
          </Link>
          {found.horizon !== null && beside.after <= found.horizon && (
            <Link className="button button-outline" to={`${PATH}?mois=${beside.after}`}>
              Mois suivant
            </Link>
          )}
          <Form method="get" className="year-form">
            <TextField
              key={found.mois}
              label="Mois"
              name="mois"
              type="month"
              value={asked}
              fault={fault}
            />
            <button type="submit" className="button button-outline">
              Afficher
            </button>
          </Form>
        </div>
        <p className="mention report-hint">Tient sur une page A4.</p>
        <details className="mention report-hint">
          <summary>Pour l’informatique</summary>
          <p>
            La même page en JSON, demandée au service par un programme&nbsp;:{' '}
            <code>GET /api/dashboard/mois?mois={found.mois}</code>
          </p>
        </details>
        <AutoRefreshSwitch />
      </header>
      <Tabs />
      {isKnown ? (
        <Weighed found={[weights]} awaited={awaited ?? unread} au={au}>
          <Figures />
          {newcomers === undefined && (
            <Unlisted>Les nouveaux d’un mois n’ont de liste que de septembre à décembre.</Unlisted>
          )}
          <div className="figures">
            <DataTable table={tables.recu} />
            <DataTable table={tables.cumul} />
          </div>
          {tables.objectifs && <DataTable table={tables.objectifs} />}
          <Changes />
        </Weighed>
      ) : (
        <Empty>
          <p>
            Aucun don n’est connu de ce mois. <Link to={PATH}>Voir le dernier mois connu</Link>
          </p>
        </Empty>
      )}
    </article>
  )
}

/** The month in six figures. */
function Figures() {
  const { found, annee, month, newcomers, atEnd } = useLoaderData<typeof loader>()
  const { cumul, recu, reguliers, a_verifier, comparable, evolution } = found
  const [now, year] = [recu.at(-1), cumul.at(-1)]
  const before = rangeOf(recu.filter((year) => year.annee < annee))
  const regulars = { annee, du_mois: month }
  return (
    <Kpis>
      <Kpi
        label="Reçu dans le mois"
        value={formatMoney(now?.montant ?? 0)}
        detail={before && `${before}${found.au === null ? '' : ', jusqu’au même jour'}`}
      />
      <Kpi
        label="Reçu depuis janvier"
        value={formatMoney(year?.montant ?? 0)}
        detail={
          evolution === null ? (
            comparable ? undefined : (
              'comparaison à date impossible'
            )
          ) : (
            <>
              <Evolution value={evolution} /> sur {annee - 1} au même jour
            </>
          )
        }
      />
      <CountKpi label="Nouveaux dans le mois" count={now?.nouveaux ?? 0} href={newcomers} />
      {reguliers && (
        <>
          <CountKpi
            label="Dons réguliers démarrés"
            count={reguliers.demarres}
            href={donors({ ensemble: 'reguliers_demarres', ...regulars })}
            detail={
              <>
                <Link className="count" to={atEnd}>
                  {plural(reguliers.actifs, 'donateur régulier', 'donateurs réguliers')}
                </Link>{' '}
                à la fin
              </>
            }
          />
          <CountKpi
            label="Dons réguliers arrêtés"
            count={reguliers.arretes}
            href={donors({ ensemble: 'reguliers_arretes', ...regulars })}
          />
        </>
      )}
      <CountKpi
        label="À vérifier aujourd’hui"
        count={a_verifier.donateurs}
        href={A_VERIFIER}
        detail={`${formatMoney(a_verifier.montant)} en jeu`}
      />
    </Kpis>
  )
}

/** What changed the year's amount since the month began. */
function Changes() {
  const { found, annee, name, tables } = useLoaderData<typeof loader>()
  const { changements } = found
  if (!changements) return null
  const since =
    changements.depuis === null
      ? 'depuis le début'
      : `depuis la publication du ${formatInstant(changements.depuis)}, la dernière avant ${name.toLowerCase()}`
  return (
    <section className="section">
      <h2>Ce qui a changé, et pourquoi</h2>
      <p>
        Montant {annee}, {since}&nbsp;: {formatMoney(changements.avant)} alors,{' '}
        {formatMoney(changements.apres)} aujourd’hui.
      </p>
      {changements.causes.length === 0 ? (
        <p>Rien ne l’a changé.</p>
      ) : (
        <DataTable
          table={tables.changements}
          render={{
            effet: (row) => (
              <SignedChange value={changements.causes[row]?.effet ?? 0} format="montant" />
            ),
          }}
        />
      )}
    </section>
  )
}
