import { randomUUID } from 'node:crypto'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { doublonsChoisis } from '#contract/doublons'
import { distinguer, PAIRES_AU_PLUS } from '#contract/groupes'
import { formatMoney, plural } from '#figures/format'
import { DecisionForm, POURQUOI } from '../../../../forms/decision-form'
import { redirectWith } from '../../../../forms/message.server'
import { reasonOf } from '../../../../forms/operation'
import { decision } from '../../../../forms/outcome.server'
import { ownPath } from '../../../../forms/own-path'
import { textOf } from '../../../../forms/text'
import { call, failing } from '../../../../service/service.server'
import { DOUBLONS } from '../../../../tables/links'
import { Alert } from '../../../../ui/alert'
import { Page, Section } from '../../../../ui/page'
import type { Handle } from '../../../../ui/screen'
import { CartesDuGroupe, keyOf } from '../groupe'
import { readKeys, readPaires } from './choix.server'

export const handle: Handle = {
  title: 'Deux personnes',
  tab: 'Deux personnes – Donateurs',
  perhaps:
    'Si vous veniez de décider, tout est enregistré, ou rien\u00A0: l’historique des exclusions le dit.',
}
const FAILED = 'Erreur lors de la décision'

/** The ticked groups that are still proposed, to be told apart; the others are left out, with a notice. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const retour = ownPath(query.get('retour'), DOUBLONS)
  const asked = readKeys(query.getAll('groupe'))
  const body = { groupes: asked }
  const { groupes } =
    asked.length === 0
      ? { groupes: [] }
      : await call(doublonsChoisis, { body }, request).catch(failing(FAILED))
  if (groupes.length === 0)
    return redirectWith(retour, {
      ton: 'erreur',
      texte: '❌ Aucun groupe coché n’est encore proposé. Cochez-en au moins un, puis recommencez.',
    })
  const paires = groupes.flatMap((groupe) => groupe.paires)
  if (paires.length > PAIRES_AU_PLUS)
    return redirectWith(retour, {
      ton: 'erreur',
      texte: `❌ Ces groupes font ${plural(paires.length, 'paire')} de contacts, et ${PAIRES_AU_PLUS} au plus se disent à la fois. Cochez-en moins, puis recommencez.`,
    })
  return {
    retour,
    groupes,
    left: asked.length - groupes.length,
    raison: reasonOf([...new Set(groupes.flatMap(({ contre }) => contre))]),
    demande_id: randomUUID(),
    paires: JSON.stringify(paires),
  }
}

/** Records all pairs or none; the list shows the outcome. */
export const action = decision((form) => ({
  by: distinguer,
  body: { paires: readPaires(textOf(form, 'paires') ?? '') },
  retour: ownPath(form.get('retour'), DOUBLONS),
  failed: FAILED,
  perhaps: 'tout est enregistré, ou rien. L’historique des exclusions le dira',
}))

export default function Distinct() {
  const { retour, groupes, left, raison, demande_id, paires } = useLoaderData<typeof loader>()
  return (
    <Page subtitle="Confirmation">
      <Alert
        tone="information"
        title={'Êtes-vous sûr que ce ne sont pas les mêmes personnes\u202F?'}
      >
        <p>
          {groupes.length === 1
            ? 'La proposition ne paraîtra plus'
            : `${plural(groupes.length, 'proposition')} ne paraîtront plus`}
          , sauf pour une raison nouvelle. Aucun chiffre ne change.
        </p>
        {left > 0 && (
          <p>
            {left === 1
              ? 'Un groupe coché n’est plus proposé\u00A0: il est laissé de côté.'
              : `${left} groupes cochés ne sont plus proposés\u00A0: ils sont laissés de côté.`}
          </p>
        )}
      </Alert>
      <DecisionForm
        hidden={{ retour, demande_id, paires }}
        reason={{ ...POURQUOI, value: raison }}
        button="Deux personnes"
        retour={retour}
      />
      <Section title="Les contacts">
        {groupes.map((groupe) => (
          <div key={keyOf(groupe)} className="doublon card">
            <CartesDuGroupe
              groupe={groupe}
              label={`Fiches, ${formatMoney(groupe.montant)} en tout`}
            />
          </div>
        ))}
      </Section>
    </Page>
  )
}
