import { Form, Link, useNavigate, useNavigation } from '@remix-run/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Alert } from '../../../ui/alert'
import { usePolling } from '../../../ui/polling'
import { Progress } from '../../../ui/progress'
import { MESSAGE_ID, useShell } from '../../../ui/shell-data'
import { useAnalysis } from '../analysis'
import { chooseFile, type Limit, TABLEUR } from '../choose'
import { Dropzone } from '../dropzone'
import type { Expected } from '../expected.server'
import { Help } from '../help'
import type { ImportStatus } from '../import-status.server'
import { DEPOT_PATH, FILE_TAB, MODELS_PATH, readingPath, statusPath } from '../paths'
import { StatusPanel } from '../status'
import { OUTIL } from '../words'

const INTERVAL_MS = 1_000
const FORM = 'formulaire-fichier'

interface Props {
  /** The import that its last file has become. */
  status: ImportStatus | null
  /** Why its status could not be read. */
  fault: { sentence: string } | null
  expected: Expected
  limit: Limit | null
  isShown: boolean
  onSuccess: (result: ImportStatus) => void
}

/** The third tab: a file is sent, and its reading has a page of its own. */
export function FilePanel({ status, fault, expected, limit, isShown, onSuccess }: Props) {
  const polling = usePolling({
    url: status && statusPath(status.fichier_id),
    intervalMs: INTERVAL_MS,
    first: status,
    goesOn: (current) => current?.status === 'processing',
  })
  return (
    <div
      id="panneau-fichier"
      className="upload-panel"
      role="tabpanel"
      aria-labelledby="onglet-fichier"
      hidden={!isShown}
    >
      {fault && (
        <Alert tone="error" title="Erreur">
          <p>{fault.sentence}</p>
        </Alert>
      )}
      {polling.value ? (
        <>
          <StatusPanel
            key={polling.value.fichier_id}
            status={polling.value}
            isNew={polling.value.status !== status?.status}
            failed={polling.failed}
            onSuccess={onSuccess}
          />
          <div className="upload-actions">
            {polling.value.reprenable && (
              <Form method="post" action={readingPath(polling.value.fichier_id)}>
                <button type="submit" name="faire" value="reprendre" className="button">
                  Réessayer
                </button>
              </Form>
            )}
            <Link className="button button-outline" to={FILE_TAB}>
              Importer un autre fichier
            </Link>
          </div>
        </>
      ) : (
        <Sending limit={limit} expected={expected} />
      )}
    </div>
  )
}

/** Chooses a file and sends it: with progress where there are scripts. */
function Sending({ limit, expected }: Pick<Props, 'limit' | 'expected'>) {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const { sent, analyse, forget } = useAnalysis()
  const navigate = useNavigate()
  const isLeaving = useNavigation().location?.pathname.startsWith(readingPath('')) ?? false
  const told = useShell()?.message
  const isBusy = sent !== null || isLeaving

  const choose = (chosen: File | null, refusal: string | null) => {
    forget()
    setFile(chosen)
    setFault(refusal)
  }

  /** A file may have been chosen before scripts ran. */
  useEffect(() => {
    const kept = chooseFile([...(input.current?.files ?? [])], TABLEUR, null)
    setFile(kept.file)
    setFault(kept.refusal)
  }, [])

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setFault(file ? null : OUTIL.choose)
    if (!file) return
    const answer = await analyse({ url: DEPOT_PATH, field: OUTIL.field, file })
    if (!answer) return
    if ('detail' in answer) setFault(`${OUTIL.failed}. ${answer.detail}`)
    else navigate(readingPath(answer.fichier_id))
  }

  const refusedBy = fault ? 'erreur-fichier' : told?.champ === OUTIL.field ? MESSAGE_ID : undefined
  return (
    <>
      {fault && (
        <Alert id="erreur-fichier" tone="error" title="Erreur">
          <p>{fault}</p>
        </Alert>
      )}
      <p>
        L’export de HelloAsso, de Stripe, de PayPal, de votre logiciel, ou une feuille Excel&nbsp;:
        un seul fichier, qui dit à la fois qui a donné et combien.
      </p>
      <form
        id={FORM}
        method="post"
        action={DEPOT_PATH}
        encType="multipart/form-data"
        onSubmit={(event) => void send(event)}
      >
        <Dropzone
          input={input}
          field={OUTIL.field}
          prompt={OUTIL.prompt}
          kind={TABLEUR}
          limit={limit}
          shown={file && { name: file.name, size: file.size }}
          taken={false}
          refusedBy={refusedBy}
          onChoice={choose}
        />
      </form>
      <Help onglet="fichier" expected={expected} />
      {sent !== null && <Progress label="Envoi du fichier" percent={sent * 100} />}
      <div className="upload-actions">
        <button type="submit" form={FORM} className="button" aria-disabled={isBusy}>
          {isBusy ? 'Lecture en cours…' : OUTIL.send}
        </button>
        <Link className="button button-outline" to={MODELS_PATH}>
          Modèles de lecture
        </Link>
      </div>
    </>
  )
}
