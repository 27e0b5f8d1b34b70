import { Form, Link, useNavigation } from '@remix-run/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { TypeFichier } from '#contract/imports'
import { Alert } from '../ui/alert'
import { usePolling } from '../ui/polling'
import { Progress } from '../ui/progress'
import { MESSAGE_ID, useShell } from '../ui/shell-data'
import { type UploadAddress, withTab, writeAddress } from './address'
import { useAnalysis } from './analysis'
import type { Apercu } from './apercu'
import { chooseFile, CSV, type Limit } from './choose'
import { Dropzone } from './dropzone'
import { Help } from './help'
import type { ImportStatus } from './import-status.server'
import { previewPath, readingPath, statusPath } from './paths'
import { Preview } from './preview'
import { useSettling } from './settle'
import { StatusPanel } from './status'
import { OUTIL, WORDS } from './words'

const INTERVAL_MS = 1_000

/** State of one tab, from the screen's URL. */
export interface Tab {
  type: TypeFichier
  preview: Apercu | null
  status: ImportStatus | null
  fault: Fault | null
}

/** Why a tab cannot proceed; `champ` names the field at fault, `fichier_id` a file whose columns can be told. */
export interface Fault {
  sentence: string
  champ?: string | undefined
  fichier_id?: string | undefined
}

interface Props {
  tab: Tab
  address: UploadAddress
  limit: Limit | null
  onSuccess: (result: ImportStatus) => void
}

/** A file chosen or refused locally, not analysed yet. */
interface Choice {
  file: File | null
  fault: Fault | null
  /** The place in the URL whose preview or import it replaces, until the URL is updated. */
  over: string
}

/** What the URL says of a tab; if empty, the locally chosen file shows. */
const placeOf = ({ fichiers, imports }: UploadAddress, type: TypeFichier) =>
  [fichiers[type], imports[type]].filter(Boolean).join('/')

/** A refused file as a fault of its field. */
const ofField = (type: TypeFichier, sentence: string | null): Fault | null =>
  sentence === null ? null : { sentence, champ: WORDS[type].field }

/** One tab: choose a file, review its preview, import it, follow the import. */
export function UploadPanel({ tab, address, limit, onSuccess }: Props) {
  const { type } = tab
  const words = WORDS[type]
  const navigation = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [choice, setChoice] = useState<Choice | null>(null)
  const { sent, analyse, forget } = useAnalysis()
  const { settling, settle } = useSettling(type, address)
  const polling = usePolling({
    url: tab.status && statusPath(tab.status.fichier_id),
    intervalMs: INTERVAL_MS,
    first: tab.status,
    goesOn: (status) => status?.status === 'processing',
  })
  const place = placeOf(address, type)
  if (choice?.over && place === '') setChoice({ ...choice, over: '' })
  const chosen = choice && (place === '' || place === choice.over) ? choice : null
  const preview = chosen ? null : tab.preview
  const status = chosen ? null : polling.value
  const fault = chosen ? chosen.fault : tab.fault
  const faultId = `erreur-${type}`
  const told = useShell()?.message
  const refusedBy =
    fault?.champ === words.field
      ? faultId
      : told?.champ === words.field && !chosen
        ? MESSAGE_ID
        : undefined
  const empty = writeAddress(withTab(address, type))
  const analysing = sent !== null || (settling && place === '')
  const starting = navigation.formData?.get('type') === type
  const begins = status ? (status.reprenable ? status : null) : preview
  const following = status?.status === 'processing' && !polling.failed
  const shown = chosen?.file
    ? { name: chosen.file.name, size: chosen.file.size }
    : preview && { name: preview.filename, size: preview.taille }

  /** A file may have been chosen before scripts ran, or kept by the browser across a reload. */
  const isLive = useRef(false)
  useEffect(() => {
    if (isLive.current) return
    isLive.current = true
    const files = [...(input.current?.files ?? [])]
    const { file, refusal } = chooseFile(files, CSV, limit)
    if (place === '' && (file || refusal))
      setChoice({ file, fault: ofField(type, refusal), over: '' })
  }, [type, place, limit])

  const choose = (file: File | null, refusal: string | null) => {
    forget()
    setChoice({ file, fault: ofField(type, refusal), over: place })
    settle(null)
  }

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (analysing) return
    const file = chosen?.file
    if (!file) {
      setChoice({ file: null, fault: ofField(type, words.choose), over: place })
      return
    }
    setChoice({ file, fault: null, over: place })
    const url = previewPath(type)
    const answer = await analyse({ url, field: words.field, file })
    if (!answer) return
    if ('detail' in answer) {
      const { detail, champ, fichier_id } = answer
      const sentence = `${words.previewFailed}. ${detail}`
      setChoice({ file, fault: { sentence, champ, fichier_id }, over: place })
    } else settle(answer.fichier_id)
  }

  const reset = () => {
    form.current?.reset()
    setChoice({ file: null, fault: null, over: place })
  }

  return (
    <div
      id={`panneau-${type}`}
      className="upload-panel"
      role="tabpanel"
      aria-labelledby={`onglet-${type}`}
      hidden={type !== address.onglet}
    >
      {fault && (
        <Alert id={faultId} tone="error" title="Erreur">
          <p>{fault.sentence}</p>
          {fault.fichier_id && (
            <Link className="button button-outline" to={readingPath(fault.fichier_id)}>
              {OUTIL.tell}
            </Link>
          )}
        </Alert>
      )}
      <form
        ref={form}
        id={`formulaire-${type}`}
        method="post"
        action={`${previewPath(type)}${new URL(writeAddress(address), 'http://x').search}`}
        encType="multipart/form-data"
        onSubmit={(event) => void send(event)}
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
      <Help onglet={type} />
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
            <button type="submit" className="button" aria-disabled={starting}>
              {starting ? 'Démarrage...' : status ? 'Réessayer' : words.start}
            </button>
          </Form>
        )}
        <Form method="get" action="/upload" preventScrollReset onSubmit={reset}>
          {[...new URLSearchParams(empty.split('?')[1])].map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button
            type="submit"
            className="button button-outline"
            disabled={analysing || starting || following}
          >
            Réinitialiser
          </button>
        </Form>
      </div>
    </div>
  )
}
