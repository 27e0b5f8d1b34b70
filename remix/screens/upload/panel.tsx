import { Form, Link, useNavigation } from '@remix-run/react'
import { useRef } from 'react'
import type { TypeFichier } from '#contract/imports'
import { Alert } from '../../ui/alert'
import { usePolling } from '../../ui/polling'
import { Progress } from '../../ui/progress'
import { MESSAGE_ID, useShell } from '../../ui/shell-data'
import { type UploadAddress, withTab, writeAddress } from './address'
import type { Apercu } from './apercu'
import { CSV, type Limit } from './choose'
import { Dropzone } from './dropzone'
import type { Expected } from './expected.server'
import { Help } from './help'
import type { ImportStatus } from './import-status.server'
import { previewPath, readingPath, statusPath } from './paths'
import { Preview } from './preview'
import { StatusPanel } from './status'
import { type Fault, useTabFile } from './tab-file'
import { OUTIL, WORDS } from './words'

const INTERVAL_MS = 1_000

/** State of one tab, from the screen's URL. */
export interface Tab {
  type: TypeFichier
  expected: Expected
  preview: Apercu | null
  status: ImportStatus | null
  fault: Fault | null
}

/** Why the tab cannot proceed; a file whose columns can be told is a step away from it. */
function Refusal({ id, fault }: { id: string; fault: Fault }) {
  return (
    <Alert id={id} tone="error" title="Erreur">
      <p>{fault.sentence}</p>
      {fault.fichier_id && (
        <Link className="button button-outline" to={readingPath(fault.fichier_id)}>
          {OUTIL.tell}
        </Link>
      )}
    </Alert>
  )
}

/** Id of what says why the field is refused: the tab's own fault, or the page's message. */
function useRefusedBy(type: TypeFichier, fault: Fault | null, isChosen: boolean) {
  const told = useShell()?.message
  const { field } = WORDS[type]
  if (fault?.champ === field) return `erreur-${type}`
  return told?.champ === field && !isChosen ? MESSAGE_ID : undefined
}

const CORRECTIONS = 'Ce sont des corrections\u00A0: importer'

const isReprise = (preview: Apercu | null) =>
  preview?.type === 'donations' && preview.numeros_repris !== null

/** Starts the import of what is previewed, or again one that failed. */
function StartForm({
  type,
  address,
  begins,
  isRetry,
  isCorrection,
  starting,
}: {
  type: TypeFichier
  address: UploadAddress
  begins: Pick<ImportStatus, 'fichier_id' | 'completer_lignes_courtes'>
  isRetry: boolean
  /** Its numbers are stored as other gifts: to start it is to say that they are corrections. */
  isCorrection: boolean
  starting: boolean
}) {
  return (
    <Form
      method="post"
      action={writeAddress(address)}
      preventScrollReset
      onSubmit={(event) => starting && event.preventDefault()}
    >
      <input type="hidden" name="type" value={type} />
      <input type="hidden" name="fichier_id" value={begins.fichier_id} />
      <input
        type="hidden"
        name="completer_lignes_courtes"
        value={String(begins.completer_lignes_courtes)}
      />
      {isCorrection && <input type="hidden" name="numeros_repris" value="corrections" />}
      <button type="submit" className="button" aria-disabled={starting}>
        {starting
          ? 'Démarrage...'
          : isRetry
            ? 'Réessayer'
            : isCorrection
              ? CORRECTIONS
              : WORDS[type].start}
      </button>
    </Form>
  )
}

/** Empties the tab. */
function ResetForm({
  type,
  address,
  disabled,
  onReset,
}: {
  type: TypeFichier
  address: UploadAddress
  disabled: boolean
  onReset: () => void
}) {
  const empty = writeAddress(withTab(address, type))
  return (
    <Form method="get" action="/upload" preventScrollReset onSubmit={onReset}>
      {[...new URLSearchParams(empty.split('?')[1])].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="button button-outline" disabled={disabled}>
        Réinitialiser
      </button>
    </Form>
  )
}

interface Props {
  tab: Tab
  address: UploadAddress
  limit: Limit | null
  onSuccess: (result: ImportStatus) => void
}

/** One tab: choose a file, review its preview, import it, follow the import. */
export function UploadPanel({ tab, address, limit, onSuccess }: Props) {
  const { type } = tab
  const words = WORDS[type]
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const { chosen, sent, analysing, choose, clear, send } = useTabFile(type, {
    address,
    limit,
    input,
  })
  const polling = usePolling({
    url: tab.status && statusPath(tab.status.fichier_id),
    intervalMs: INTERVAL_MS,
    first: tab.status,
    goesOn: (status) => status?.status === 'processing',
  })
  const preview = chosen ? null : tab.preview
  const status = chosen ? null : polling.value
  const fault = chosen ? chosen.fault : tab.fault
  const refusedBy = useRefusedBy(type, fault, chosen !== null)
  const starting = useNavigation().formData?.get('type') === type
  const begins = status ? (status.reprenable ? status : null) : preview
  const following = status?.status === 'processing' && !polling.failed
  const shown = chosen?.file
    ? { name: chosen.file.name, size: chosen.file.size }
    : preview && { name: preview.filename, size: preview.taille }

  return (
    <div
      id={`panneau-${type}`}
      className="upload-panel"
      role="tabpanel"
      aria-labelledby={`onglet-${type}`}
      hidden={type !== address.onglet}
    >
      {fault && <Refusal id={`erreur-${type}`} fault={fault} />}
      <form
        ref={form}
        id={`formulaire-${type}`}
        method="post"
        action={`${previewPath(type)}${new URL(writeAddress(address), 'http://x').search}`}
        encType="multipart/form-data"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <Dropzone
          input={input}
          field={words.field}
          prompt={words.prompt}
          kind={CSV}
          limit={limit}
          shown={shown}
          taken={preview !== null || status !== null}
          refusedBy={refusedBy}
          onChoice={choose}
        />
      </form>
      <Help onglet={type} expected={tab.expected} />
      {sent !== null && <Progress label="Envoi du fichier" percent={sent * 100} />}
      {preview && !status && <Preview apercu={preview} address={address} />}
      {status && (
        <StatusPanel
          key={status.fichier_id}
          status={status}
          isNew={status.status !== tab.status?.status}
          failed={polling.failed}
          onSuccess={onSuccess}
        />
      )}
      <div className="upload-actions">
        {!preview && !status && (
          <button
            type="submit"
            form={`formulaire-${type}`}
            className="button"
            aria-disabled={analysing}
          >
            {analysing ? 'Analyse en cours...' : 'Analyser le fichier'}
          </button>
        )}
        {begins && (
          <StartForm
            type={type}
            address={address}
            begins={begins}
            isRetry={status !== null}
            isCorrection={begins === preview && isReprise(preview)}
            starting={starting}
          />
        )}
        <ResetForm
          type={type}
          address={address}
          disabled={analysing || starting || following}
          onReset={() => {
            form.current?.reset()
            clear()
          }}
        />
      </div>
    </div>
  )
}
