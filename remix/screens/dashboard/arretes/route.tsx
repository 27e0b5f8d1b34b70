import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { arreter, arretes } from '#contract/arretes'
import { chainePublications, type Publications, publications } from '#contract/publications'
import { formatShortInstant } from '#figures/format'
import { DecisionForm } from '../../../forms/decision-form'
import { answerNote } from '../../../forms/outcome.server'
import { textOf } from '../../../forms/text'
import { call, failing, quietly } from '../../../service/service.server'
import { SignedChange } from '../../../ui/change'
import { DataTable } from '../../../ui/data-table'
import { SelectField, TextField } from '../../../ui/field'
import { Hash } from '../../../ui/hash'
import { Empty, Page, Section } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { Nevertheless, SuspectsNotice, useAwaited } from '../../../ui/suspects'
import { showCell } from '../../../ui/table'
import { Unavailable } from '../../../ui/unavailable'
import { Unlisted } from '../../../ui/unlisted'
import { useRefused } from '../../../ui/written'
import { PublicationsChain } from './chain'
import { arretesTable, derive } from './table.server'

export const handle: Handle = { title: 'Arrêtés' }
const SUBTITLE = 'Les chiffres que quelqu’un a présentés, tels qu’ils étaient'
const PATH = '/dashboard/arretes'
const NAMED = 'Arrêter ces chiffres'
const DESPITE = 'malgre_suspects'

/** Usually the latest publications are named. */
const OFFERED = 50

const choicesOf = ({ publications: known }: Publications): [string, string][] =>
  known
    .filter(({ arrete }) => arrete === null)
    .map(({ numero, publie_le, causes }) => [
      String(numero),
      `${formatShortInstant(publie_le)} – ${causes[0] ?? ''}`,
    ])

export async function loader({ request }: LoaderFunctionArgs) {
  const [found, known, chain] = await Promise.all([
    call(arretes, {}, request),
    call(publications, { query: { limit: OFFERED } }, request),
    call(chainePublications, {}, request).catch(quietly('chaîne')),
  ]).catch(failing('Erreur lors du chargement des arrêtés'))
  return {
    table: arretesTable.build(found),
    derive: derive.build(found),
    choices: choicesOf(known),
    suspects: found.suspects,
    chain,
    evenement_id: randomUUID(),
  }
}

/** Names a publication permanently; the screen reports the outcome. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData()
  const body = {
    publication: textOf(form, 'publication'),
    nom: textOf(form, 'nom') ?? '',
    par: textOf(form, 'par'),
    malgre_suspects: form.has(DESPITE),
    evenement_id: textOf(form, 'evenement_id'),
  }
  return answerNote(form, call(arreter, { body }, request), PATH, 'par')
}

export default function Arretes() {
  const {
    table,
    derive: drift,
    choices,
    suspects,
    chain,
    evenement_id,
  } = useLoaderData<typeof loader>()
  const awaited = useAwaited()
  return (
    <Page subtitle={SUBTITLE}>
      {chain ? (
        <PublicationsChain state={chain} />
      ) : (
        <Unavailable>La chaîne des publications n’a pas pu être vérifiée.</Unavailable>
      )}
      {table.rows.length > 0 && (
        <Unlisted>
          Un nombre de donateurs ou de dons est ici celui d’une publication passée&nbsp;: les listes
          sont celles d’aujourd’hui.
        </Unlisted>
      )}
      {table.rows.length === 0 ? (
        <Empty>
          <p>Aucun chiffre n’a encore été arrêté.</p>
        </Empty>
      ) : (
        <DataTable
          table={table}
          render={{
            sceau: (row) => <Hash hash={showCell(table.rows[row]?.[7] ?? null, 'code')} />,
          }}
        />
      )}
      {table.rows.length > 0 && drift.rows.length === 0 && (
        <p className="mention">
          Les années qui étaient closes lors de ces arrêtés n’ont pas changé depuis.
        </p>
      )}
      {drift.rows.length > 0 && (
        <DataTable
          table={drift}
          render={{
            montant: (row) => (
              <SignedChange value={Number(drift.rows[row]?.[7])} format="montant" />
            ),
          }}
        />
      )}
      <Section title="Arrêter des chiffres">
        <p className="mention">
          Un arrêté donne un nom à des chiffres publiés et scelle leur empreinte dans le{' '}
          <Link to="/donations/historique">journal des exclusions</Link>. Il ne se modifie pas et ne
          se supprime pas.
        </p>
        {choices.length === 0 ? (
          <p>Tous les chiffres publiés sont arrêtés, ou rien n’est encore publié.</p>
        ) : (
          <>
            {awaited && <p className="notice">{awaited}</p>}
            {suspects.map((found) => (
              <SuspectsNotice key={found.annee} found={found} />
            ))}
            <NameForm
              key={table.rows.length}
              choices={choices}
              asks={awaited !== null || suspects.length > 0}
              evenementId={evenement_id}
            />
          </>
        )}
      </Section>
    </Page>
  )
}

interface NameFormProps {
  choices: [string, string][]
  /** Donors to review weigh, or were not looked for: it has to be ticked that the figures are named nevertheless. */
  asks: boolean
  evenementId: string
}

function NameForm({ choices, asks, evenementId }: NameFormProps) {
  const refused = useRefused(NAMED)
  return (
    <DecisionForm hidden={{ evenement_id: evenementId }} name={{ name: 'par' }} button={NAMED}>
      <SelectField
        label="Chiffres publiés le"
        name="publication"
        value={choices[0]?.[0]}
        choices={choices}
      />
      <TextField label="Nom de l’arrêté" name="nom" value="" />
      {(asks || refused?.champ === DESPITE) && <Nevertheless name={DESPITE} />}
    </DecisionForm>
  )
}
