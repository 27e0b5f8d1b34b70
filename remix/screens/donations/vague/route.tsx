import { randomUUID } from 'node:crypto'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { exclureVague, uneVague, vagueLegitime } from '#contract/vagues'
import {
  capital,
  formatCount,
  formatDay,
  formatInstant,
  formatMoney,
  MISSING,
  plural,
} from '#figures/format'
import { DecisionForm, POURQUOI } from '../../../forms/decision-form'
import { decision } from '../../../forms/outcome.server'
import { call, failing } from '../../../service/service.server'
import { A_VERIFIER, vagueNamed, vaguePath } from '../../../tables/links'
import { Alert } from '../../../ui/alert'
import { DataTable } from '../../../ui/data-table'
import { Kpi, Kpis } from '../../../ui/kpi'
import { Page, Section } from '../../../ui/page'
import { pageOf, Pagination } from '../../../ui/pagination'
import type { Handle } from '../../../ui/screen'
import { Unlisted } from '../../../ui/unlisted'
import { boitesDeVague, donateursDeVague, joursDeVague } from './table.server'

export const handle: Handle = {
  title: 'Une vague de dons',
  perhaps:
    'Si vous veniez de décider, la décision est peut-être enregistrée\u00A0: la page de la vague le dit.',
}

/** A wave: its donors, their mailboxes, the days around it, and what there is to decide. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const found = await call(
    uneVague,
    { query: { ...vagueNamed(query), page: pageOf(query), limit: 50 } },
    request,
  ).catch(failing('Erreur lors du chargement de la vague'))
  return {
    found,
    ids: { legitime: randomUUID(), exclure: randomUUID() },
    tables: {
      boites: boitesDeVague.build(found),
      jours: joursDeVague.build(found),
      donateurs: donateursDeVague.build(found),
    },
  }
}

export const action = decision((form) => ({
  by: form.get('sort') === 'exclure' ? exclureVague : vagueLegitime,
  body: { ...vagueNamed(form), donateurs: Number(form.get('donateurs')) },
  retour: A_VERIFIER,
  again: vaguePath(vagueNamed(form)),
  failed: 'Erreur lors de la décision',
  perhaps: 'la décision sur cette vague est peut-être enregistrée. Sa page le dira',
}))

export default function Wave() {
  const { found, tables, ids } = useLoaderData<typeof loader>()
  const { vague, legitime, exclus, pagination } = found
  const { regle, jour, montant, cle, donateurs } = vague
  const hidden = { regle, jour, montant: String(montant), cle, donateurs: String(donateurs) }
  return (
    <Page
      subtitle={`Le ${formatDay(jour)}, par dons de ${formatMoney(montant)}${vague.media && vague.media !== MISSING ? `, par le média ${vague.media}` : ''}`}
    >
      <Kpis>
        <Kpi
          label="Donateurs"
          value={formatCount(donateurs)}
          detail="d’un seul don chacun, qui comptent"
        />
        <Kpi label="En tout" value={formatMoney(vague.total)} detail="de leurs dons" />
      </Kpis>
      <Unlisted>
        Ces tableaux comptent les donateurs de cette vague, qui sont tous plus bas.
      </Unlisted>
      <div className="side-by-side">
        <DataTable table={tables.boites} />
        <DataTable table={tables.jours} />
      </div>
      {legitime ? (
        <Alert tone="information" title="Cette vague est jugée légitime">
          <p>
            Par {legitime.identite ?? legitime.decide_par}, le {formatInstant(legitime.decide_le)}
            &nbsp;: «&nbsp;{legitime.raison}&nbsp;».
          </p>
        </Alert>
      ) : donateurs === 0 ? (
        <Alert tone="information" title="Il n’y a plus rien à décider">
          <p>
            {plural(
              exclus,
              'donateur de cette vague est exclu',
              'donateurs de cette vague sont exclus',
            )}
            .
          </p>
        </Alert>
      ) : (
        <Section title="Décider de toute la vague">
          {vague.raisons.map((raison) => (
            <p key={raison}>{raison}</p>
          ))}
          <p className="mention">
            Un jour de collecte ou d’émission amène autant de monde, qui est honnête&nbsp;; des
            essais de cartes volées aussi, qui ne le sont pas. Leurs boîtes aux lettres et les jours
            d’alentour le montrent d’ordinaire. La décision ne s’efface pas.
          </p>
          <div className="side-by-side">
            <DecisionForm
              hidden={{ ...hidden, sort: 'legitime', decision_id: ids.legitime }}
              reason={{
                ...POURQUOI,
                value: `${capital(plural(donateurs, 'donateur'))} d’un seul don le ${formatDay(jour)}, ${formatMoney(vague.total)} en tout.`,
              }}
              button="Légitime"
              retour={A_VERIFIER}
            />
            <DecisionForm
              hidden={{ ...hidden, sort: 'exclure', decision_id: ids.exclure }}
              reason={{ ...POURQUOI, value: vague.raisons.join(' ') }}
              button={`Exclure les ${formatCount(donateurs)} donateurs`}
              danger
              retour={A_VERIFIER}
            />
          </div>
        </Section>
      )}
      <DataTable table={tables.donateurs} />
      <Pagination pagination={pagination} label="Pages des donateurs de la vague" />
    </Page>
  )
}
