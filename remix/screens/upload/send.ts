import type { Refused } from '../../service/refused.server'

interface Sending {
  url: string
  field: string
  file: File
  /** Aborts the upload. */
  signal: AbortSignal
  /** Fraction of bytes sent, 0 to 1. */
  onProgress: (share: number) => void
}

/** Outcome of an upload: the file's id, or the refusal, maybe with the id under which its columns can be told. */
export type Answer = { fichier_id: string } | (Pick<Refused, 'detail'> & Partial<Refused>)

const LOST = 'La connexion a été interrompue pendant l’envoi. Vérifiez le réseau, puis recommencez.'
const CHANGED =
  'Ce fichier a changé depuis que vous l’avez choisi, ou il n’est plus à sa place. Choisissez-le à nouveau, puis relancez l’analyse.'

/** Browsers refuse to read a file that changed since it was chosen. */
const isReadable = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

/**
 * Uploads a file like its form would, with progress, which only XMLHttpRequest reports. Resolves to null if aborted.
 */
export function sendFile(sending: Sending): Promise<Answer | null> {
  const { url, field, file, signal, onProgress } = sending
  return new Promise((resolve) => {
    const body = new FormData()
    body.append(field, file)
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.setRequestHeader('accept', 'application/json')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve((request.response as Answer | null) ?? { detail: LOST })
    request.onerror = () =>
      void isReadable(file).then((readable) => resolve({ detail: readable ? LOST : CHANGED }))
    request.onabort = () => resolve(null)
    signal.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}
