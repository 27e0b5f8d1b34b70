interface Sending {
  url: string
  field: string
  file: File
  /** Bytes sent so far, 0 to 1. */
  onProgress: (share: number) => void
}

type Answer = { fichier_id: string } | { detail: string }

const LOST = 'La connexion a été interrompue pendant l’envoi. Vérifiez le réseau, puis recommencez.'

/** Sends one file as its form would, and tells how far it is: only XMLHttpRequest knows the bytes sent. */
export function sendFile({ url, field, file, onProgress }: Sending): Promise<Answer> {
  return new Promise((resolve) => {
    const body = new FormData()
    body.append(field, file)
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.setRequestHeader('accept', 'application/json')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const answer = request.response as Answer | null
      resolve(answer ?? { detail: LOST })
    }
    request.onerror = () => resolve({ detail: LOST })
    request.send(body)
  })
}
