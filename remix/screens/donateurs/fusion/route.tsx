import { randomUUID } from 'node:crypto'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { doublonsChoisis } from '#contract/doublons'
import { effetFusion, fusionner } from '#contract/groupes'
import { plural } from '#figures/format'
import { DecisionForm, POURQUOI } from '../../../forms/decision-form'
import { redirectWith } from '../../../forms/message.server'
import { reasonOf } from '../../../forms/operation'
import { decision } from '../../../forms/outcome.server'
import { ownPath } from '../../../forms/own-path'
import { Refusal } from '../../../service/refusal.server'
import { call, failing } from '../../../service/service.server'
import { Alert } from '../../../ui/alert'
import { cardPath } from '../../../ui/donor-link'
import { Page, Section } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { SEARCH_PATH } from '../../../ui/search-form'
import { type Asked, FUSION_PATH, readAsked, withPrincipal, writeGroup } from './asked'
import { GroupEffect } from './effect'
import { Persons } from './persons'
import { effetFusionTable } from './table.server'

export const handle: Handle = {
  title: 'La même personne',
  tab: 'La même personne – Donateurs',
  perhaps:
    'Si vous veniez de décider, la fusion est peut-être enregistrée\u00A0: l’historique des exclusions le dit.',
}
const FAILED = 'Erreur lors de la fusion'

const returnOf = (fields: Pick<FormData, 'get'>, [first]: { principal: string }[]) =>
  ownPath(fields.get('retour'), first ? cardPath(first.principal) : SEARCH_PATH)

/** What a merge would change, and the form that confirms it; a refused choice is told where one came from. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const asked = readAsked(query)
  const retour = returnOf(query, asked.groupes)
  if (asked.groupes.length === 0)
    return redirectWith(retour, {
      ton: 'erreur',
      texte: '❌ Rien n’est coché\u00A0: choisissez un groupe, ou deux contacts.',
    })
  const effet = await call(effetFusion, { body: asked }, request).catch((error: unknown) => {
    if (error instanceof Refusal && error.detail !== undefined && error.status < 500) return error
    return failing(FAILED)(error)
  })
  if (effet instanceof Refusal)
    return redirectWith(retour, { ton: 'erreur', texte: `❌ ${effet.message}` })
  return {
    asked,
    retour,
    effet,
    raison: await readReasons(asked, request),
    demande_id: randomUUID(),
    table: effet.par_annee.length > 0 ? effetFusionTable.build(asked, effet) : null,
  }
}

/** Why these groups are proposed: the reason of the decision, until somebody writes another. */
async function readReasons(asked: Asked, request: Request): Promise<string> {
  const groupes = asked.groupes.flatMap(({ principal, contacts }) => {
    const { data } = doublonsChoisis.body.shape.groupes.safeParse([[principal, ...contacts]])
    return data ?? []
  })
  if (groupes.length === 0) return ''
  const found = await call(doublonsChoisis, { body: { groupes } }, request).catch(failing(FAILED))
  return reasonOf([...new Set(found.groupes.flatMap(({ raisons }) => raisons))])
}

export const action = decision((form) => {
  const asked = readAsked(form)
  return {
    by: fusionner,
    body: asked,
    retour: returnOf(form, asked.groupes),
    failed: FAILED,
    perhaps: 'la fusion est peut-être enregistrée. L’historique des exclusions le dira',
  }
})

export default function Merge() {
  const { asked, retour, effet, raison, demande_id, table } = useLoaderData<typeof loader>()
  const { groupes, exclusion } = asked
  const [only] = groupes
  const numbers = effet.membres.length
  return (
    <Page subtitle="Confirmation">
      <Alert
        tone="warning"
        title={
          groupes.length === 1
            ? 'Ces contacts sont-ils la même personne\u202F?'
            : `Ces ${plural(numbers, 'contact')} sont-ils ${plural(groupes.length, 'personne')}\u202F?`
        }
      >
        <p>
          {only && groupes.length === 1
            ? `Ils compteront pour un seul donateur, sous le numéro ${only.principal}.`
            : 'Chaque groupe comptera pour un seul donateur.'}{' '}
          Rien n’est réécrit&nbsp;: la décision se reprend à tout moment, par «&nbsp;Séparer&nbsp;».
        </p>
        <GroupEffect effet={effet} table={table} groupes={groupes} />
      </Alert>
      <Section title="Les fiches">
        <Persons
          effet={effet}
          principalPath={(principal, contact) =>
            pathOf(withPrincipal(asked, principal, contact), retour)
          }
        />
      </Section>
      {effet.desaccord ? (
        <Disagreement asked={asked} retour={retour} />
      ) : (
        <DecisionForm
          hidden={{
            retour,
            demande_id,
            numero_attendu: String(effet.numero_attendu),
            ...(exclusion && { exclusion }),
          }}
          reason={{ ...POURQUOI, value: raison }}
          button="La même personne"
          retour={retour}
        >
          {groupes.map((groupe) => (
            <input key={groupe.principal} type="hidden" name="groupe" value={writeGroup(groupe)} />
          ))}
        </DecisionForm>
      )}
    </Page>
  )
}

/** Where this is asked, the page to return to with it. */
const pathOf = ({ groupes, exclusion }: Asked, retour: string) =>
  `${FUSION_PATH}?${new URLSearchParams([
    ...groupes.map((groupe): [string, string] => ['groupe', writeGroup(groupe)]),
    ...(exclusion ? [['exclusion', exclusion] satisfies [string, string]] : []),
    ['retour', retour],
  ])}`

interface Props {
  asked: Asked
  retour: string
}

/** Some are excluded and others not: what holds is said first. */
function Disagreement({ asked, retour }: Props) {
  const to = (exclusion: Asked['exclusion']) => pathOf({ ...asked, exclusion }, retour)
  return (
    <Alert tone="information" title="Certains sont exclus, d’autres non">
      <p>
        Une personne est exclue, ou ne l’est pas&nbsp;: dites ce qui vaut pour tous avant de
        continuer.
      </p>
      <p className="fields">
        <Link className="button" to={to('reintegrer')}>
          Réintégrer tous
        </Link>
        <Link className="button button-danger" to={to('exclure')}>
          Exclure tous
        </Link>
        <Link className="button button-outline" to={retour}>
          Annuler
        </Link>
      </p>
    </Alert>
  )
}
