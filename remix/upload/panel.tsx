import { Form, useNavigate, useNavigation } from '@remix-run/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { TypeFichier, UploadStatus } from '#contract/imports.ts'
import { Alert } from '../ui/alert'
import { usePolling } from '../ui/polling'
import { Progress } from '../ui/progress'
import { type UploadAddress, withTab, writeAddress } from './address'
import type { Apercu } from './apercu'
import { chooseFile } from './choose'
import { Dropzone, type Limit } from './dropzone'
import { Preview } from './preview'
import { sendFile } from './send'
import { StatusPanel } from './status'
import { WORDS } from './words'

const INTERVAL_MS = 1_000

/** What the address of the screen says about one tab. */
export interface Tab {
  type: TypeFichier
  preview: Apercu | null
  status: UploadStatus | null
  error: string | null
}

interface Props {
  tab: Tab
  address: UploadAddress
  limit: Limit | null
  onSuccess: (result: UploadStatus) => void
}

/** One tab: choose a file, look at its preview, import it, follow the import. */
export function UploadPanel({ tab, address, limit, onSuccess }: Props) {
  const { type, preview } = tab
  const words = WORDS[type]
  const navigate = useNavigate()
  const navigation = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [sent, setSent] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const polling = usePolling({
    url: tab.status && `/upload/statut/${encodeURIComponent(tab.status.upload_id)}`,
    intervalMs: INTERVAL_MS,
    first: tab.status,
    goesOn: (status) => status?.status === 'processing',
  })
  const status = polling.value
  const empty = writeAddress(withTab(address, type))
  const analysing = sent !== null
  const starting = navigation.formData?.get('type') === type
  const following = status?.status === 'processing' && !polling.failed
  const shownError = error ?? tab.error
  const staged = preview && { name: preview.filename, size: preview.taille }
  const shown = file ? { name: file.name, size: file.size } : staged

  /** A file may have been chosen before the scripts ran, or be kept by the browser over a reload. */
  const isLive = useRef(false)
  useEffect(() => {
    if (isLive.current) return
    isLive.current = true
    const { file: kept, refusal } = chooseFile(
      [...(input.current?.files ?? [])],
      limit?.bytes ?? null,
    )
    if (preview || status || tab.error || !(kept || refusal)) return
    setFile(kept)
    setError(refusal)
  }, [preview, status, tab.error, limit])

  const choose = (chosen: File | null, refusal: string | null) => {
    setFile(chosen)
    setError(refusal)
    if (preview || status || tab.error) navigate(empty, { preventScrollReset: true })
  }

  const analyse = async (event: FormEvent) => {
    event.preventDefault()
    if (!file) return setError(words.choose)
    setError(null)
    setSent(0)
    const url = `/upload/${type}/apercu`
    const answer = await sendFile({ url, field: words.field, file, onProgress: setSent })
    setSent(null)
    if ('detail' in answer) return setError(`${words.previewFailed}. ${answer.detail}`)
    const target = withTab(address, type, { fichier: answer.fichier_id })
    navigate(writeAddress(target), { preventScrollReset: true })
  }

  const reset = () => {
    form.current?.reset()
    setFile(null)
    setError(null)
  }

  return (
    <div
      id={`panneau-${type}`}
      className="upload-panel"
      role="tabpanel"
      aria-labelledby={`onglet-${type}`}
      hidden={type !== address.onglet}
    >
      {shownError && (
        <Alert tone="error" title="Erreur">
          <p>{shownError}</p>
        </Alert>
      )}
      <form
        ref={form}
        id={`formulaire-${type}`}
        method="post"
        action={`/upload/${type}/apercu${new URL(writeAddress(address), 'http://x').search}`}
        encType="multipart/form-data"
        onSubmit={(event) => void analyse(event)}
      >
        <Dropzone
          input={input}
          field={words.field}
          prompt={words.prompt}
          limit={limit}
          shown={shown}
          onChoice={choose}
        />
      </form>
      {analysing && <Progress label="Envoi du fichier" percent={sent * 100} />}
      {preview && !status && <Preview apercu={preview} address={address} />}
      {status && <StatusPanel status={status} failed={polling.failed} onSuccess={onSuccess} />}
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
        {preview && !status && (
          <Form method="post" action={writeAddress(address)} preventScrollReset>
            <input type="hidden" name="type" value={type} />
            <input type="hidden" name="fichier_id" value={preview.fichier_id} />
            <input
              type="hidden"
              name="completer_lignes_courtes"
              value={String(preview.completer_lignes_courtes)}
            />
            <button type="submit" className="button" aria-disabled={starting}>
              {starting ? 'Démarrage...' : words.start}
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
