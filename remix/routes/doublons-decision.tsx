import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ACTEUR } from '#contract/constants'
import { doublonsChoisis } from '#contract/doublons'
import { distinguer, effetFusion, fusionner } from '#contract/groupes'
import { formatMoney, plural } from '#figures/format'
import { nameIn } from '../decideur.server'
import { readGroupes, readKeys, readPaires, reunir } from '../doublons/choix.server'
import { Desaccord, Fusion } from '../doublons/effet'
import { Cartes, keyOf } from '../doublons/groupe'
import { DecisionForm } from '../exclusions/decision-form'
import { RAISON_MAX, reasonOf } from '../exclusions/operation'
import { redirectWithOutcome } from '../exclusions/outcome.server'
import { redirectWith } from '../message.server'
import { ownPath } from '../own-path'
import { call, failing } from '../service.server'
import { effetFusionTable } from '../tables/doublons.server'
import { DOUBLONS, DOUBLONS_DECISION } from '../tables/links'
import { Alert } from '../ui/alert'
import { Failure } from '../ui/failure'
import { Page, Section } from '../ui/page'
import { pageTitle } from '../ui/page-title'

const FAILED = 'Erreur lors de la décision'

/** What deciding on the ticked groups would change; those no longer proposed are left out, with a notice. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const retour = ownPath(query.get('retour'), DOUBLONS)
  const asked = readKeys(query.getAll('groupe[]'))
  const { groupes } =
    asked.length === 0
      ? { groupes: [] }
      : await call(doublonsChoisis, { body: { groupes: asked } }, request).catch(failing(FAILED))
  if (groupes.length === 0)
    return redirectWith(retour, {
      ton: 'erreur',
      texte: '❌ Aucun groupe coché n’est encore proposé. Cochez-en au moins un, puis recommencez.',
    })
  const meme = query.get('quoi') !== 'deux'
  const asking = query.get('exclusion')
  const exclusion: 'exclure' | 'reintegrer' | undefined =
    asking === 'exclure' || asking === 'reintegrer' ? asking : undefined
  const fusion = { groupes: reunir(groupes), ...(exclusion && { exclusion }) } as const
  const effet = meme
    ? await call(effetFusion, { body: fusion }, request).catch(failing(FAILED))
    : null
  const choix = JSON.stringify(meme ? fusion : { paires: groupes.flatMap(({ paires }) => paires) })
  return {
    retour,
    groupes,
    left: asked.length - groupes.length,
    demande_id: randomUUID(),
    choix,
    fusion: effet && { effet, table: effetFusionTable.build(choix, effet) },
  }
}

/** Records all decisions or none; the list shows the outcome. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData()
  const retour = ownPath(form.get('retour'), DOUBLONS)
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : ''
  }
  const decision = {
    raison: text('raison'),
    decide_par: ACTEUR,
    nom: nameIn(form),
    ...(text('demande_id') !== '' && { demande_id: text('demande_id') }),
  }
  const decide = async () =>
    text('quoi') === 'deux'
      ? call(distinguer, { body: { ...decision, ...readPaires(text('choix')) } }, request)
      : call(
          fusionner,
          {
            body: {
              ...decision,
              ...readGroupes(text('choix')),
              numero_attendu: Number(text('numero_attendu')),
            },
          },
          request,
        )
  return redirectWithOutcome(retour, form, decide(), {
    failed: FAILED,
    uncertainty:
      'L’issue n’est pas connue\u00A0: tout est enregistré, ou rien. L’historique le dira\u00A0; recommencer est sans risque, rien n’est enregistré deux fois.',
  })
}

export default function Decision() {
  const { retour, groupes, left, demande_id, choix, fusion } = useLoaderData<typeof loader>()
  const reasons = [...new Set(groupes.flatMap(({ raisons }) => raisons))]
  const isUndecided = fusion?.effet.desaccord === true
  return (
    <Page title={fusion ? 'Même personne' : 'Deux personnes'} subtitle="Confirmation">
      {fusion ? (
        <Fusion {...fusion} count={groupes.length} />
      ) : (
        <Alert
          tone="information"
          title="Êtes-vous sûr que ce ne sont pas les mêmes personnes&#8239;?"
        >
          <p>
            {plural(groupes.length, 'proposition')} ne{' '}
            {groupes.length === 1 ? 'paraîtra' : 'paraîtront'} plus, sauf pour une raison nouvelle.
            Aucun chiffre ne change.
          </p>
        </Alert>
      )}
      {left > 0 && (
        <p className="mention">
          {left === 1
            ? 'Un groupe coché n’est plus proposé\u00A0: il est laissé de côté.'
            : `${left} groupes cochés ne sont plus proposés\u00A0: ils sont laissés de côté.`}
        </p>
      )}
      {isUndecided ? (
        <Desaccord groupes={groupes.map(keyOf)} retour={retour} />
      ) : (
        <DecisionForm
          action={DOUBLONS_DECISION}
          hidden={{
            retour,
            demande_id,
            choix,
            quoi: fusion ? 'meme' : 'deux',
            ...(fusion && { numero_attendu: String(fusion.effet.numero_attendu) }),
          }}
          reason={{
            label: 'Raison',
            value: fusion ? reasonOf(reasons).slice(0, RAISON_MAX) : '',
            required: true,
          }}
          button={fusion ? 'Même personne' : 'Deux personnes'}
          retour={retour}
        />
      )}
      <Section title="Les contacts">
        {groupes.map((groupe) => (
          <div key={keyOf(groupe)} className="doublon card">
            <Cartes groupe={groupe} label={`Fiches, ${formatMoney(groupe.montant)} en tout`} />
          </div>
        ))}
      </Section>
    </Page>
  )
}

export const meta: MetaFunction = () => [{ title: pageTitle('Confirmation – Doublons') }]

export const ErrorBoundary = () => (
  <Failure
    title="Doublons"
    perhaps="Si vous veniez de confirmer, tout est peut-être enregistré : l’historique le dit. Recommencer est sans risque, rien n’est enregistré deux fois."
  />
)
