import { randomUUID } from 'node:crypto'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { changerMot, mots } from '#contract/lexique'
import { plural } from '#figures/format'
import { DecisionForm, POURQUOI } from '../../../forms/decision-form'
import { decision } from '../../../forms/outcome.server'
import { call, failing } from '../../../service/service.server'
import { MOTS_DE_VERIFICATION } from '../../../tables/links'
import { DataTable } from '../../../ui/data-table'
import { SelectField, TextField } from '../../../ui/field'
import { Page, Section } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { actesDeMots } from './table.server'

export const handle: Handle = {
  title: 'Mots de la vérification',
  perhaps:
    'Si vous veniez de décider, la décision est peut-être enregistrée\u00A0: cette page le dit.',
}

/** The lists of words by which names are found, and the form that changes them. */
export async function loader({ request }: LoaderFunctionArgs) {
  const found = await call(mots, {}, request).catch(failing('Erreur lors du chargement des mots'))
  return {
    listes: found.listes,
    decision_id: randomUUID(),
    actes: found.actes.length > 0 ? actesDeMots.build(found) : null,
  }
}

export const action = decision((form) => ({
  by: changerMot,
  body: { retire: form.get('geste') === 'retirer' },
  retour: MOTS_DE_VERIFICATION,
  champs: ['mot', 'raison', 'nom'],
  failed: 'Erreur lors de la décision',
  perhaps: 'ce mot a peut-être changé de place. Cette page le dira',
}))

export default function Words() {
  const { listes, decision_id, actes } = useLoaderData<typeof loader>()
  return (
    <Page subtitle="Les noms que personne ne porte, et ceux que vous employez pour essayer">
      <Section title="Ajouter ou retirer un mot">
        <p className="mention">
          Un nom qui n’est fait que de ces mots est à vérifier&nbsp;; un de ces mots dans un nom
          ordinaire n’est qu’un indice. Ajoutez les noms de vos propres essais, retirez ceux que de
          vrais donateurs portent. La majuscule et l’accent ne comptent pas. La décision ne s’efface
          pas, une autre peut la suivre.
        </p>
        <DecisionForm hidden={{ decision_id }} reason={POURQUOI} button="Enregistrer">
          <SelectField
            label="Que faire"
            name="geste"
            value="ajouter"
            choices={[
              ['ajouter', 'Ajouter'],
              ['retirer', 'Retirer'],
            ]}
          />
          <TextField
            label="Le mot, ou les mots qui se suivent"
            name="mot"
            value=""
            maxLength={100}
          />
          <SelectField
            label="Dans la liste"
            name="liste"
            value="essais"
            choices={listes.map(({ liste, libelle }): [string, string] => [liste, libelle])}
          />
        </DecisionForm>
      </Section>
      <Section title="Les listes">
        {listes.map(({ liste, libelle, mots: siens }) => (
          <details key={liste}>
            <summary>
              {libelle}&nbsp;: {plural(siens.length, 'mot')}
            </summary>
            <p translate="no">{siens.join(' · ')}</p>
          </details>
        ))}
      </Section>
      {actes && <DataTable table={actes} />}
    </Page>
  )
}
