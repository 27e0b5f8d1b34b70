import type { Refused } from '../refused.server'

interface Sending {
  url: string
  field: string
  file: File
  /** Gives the sending up. */
  signal: AbortSignal
  /** Bytes sent so far, 0 to 1. */
  onProgress: (share: number) => void
}

/** What became of a file: its id, or why it was refused. */
export type Answer = { fichier_id: string } | (Pick<Refused, 'detail'> & Partial<Refused>)

const LOST = 'La connexion a été interrompue pendant l’envoi. Vérifiez le réseau, puis recommencez.'
const CHANGED =
  'Ce fichier a changé depuis que vous l’avez choisi, ou il n’est plus à sa place. Choisissez-le à nouveau, puis relancez l’analyse.'

/** Browsers read a file as it was when it was chosen, or not at all. */
const isReadable = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

/**
 * Sends one file as its form would, and tells how far it is: only XMLHttpRequest knows the bytes sent. The answer
 * is null where it was given up.
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
