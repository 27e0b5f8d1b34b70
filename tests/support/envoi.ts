import { once } from 'node:events'
import http from 'node:http'

const HEAD =
  '--b\r\ncontent-disposition: form-data; name="donations_file"; filename="d.csv"\r\ncontent-type: text/csv\r\n\r\n'
const TAIL = '\r\n--b--\r\n'

/** A part of a file that is made while it is sent: these bytes, so many times. */
export interface Morceau {
  bytes: Buffer
  fois: number
}

export const morceau = (text: string, fois = 1): Morceau => ({ bytes: Buffer.from(text), fois })

/** Sends a file as the browser's script does, however long, and answers the status and the JSON. */
export async function envoyer(
  url: string,
  morceaux: Morceau[],
): Promise<{ status: number; body: { fichier_id?: string; detail?: string } }> {
  const bytes = morceaux.reduce((total, { bytes, fois }) => total + bytes.length * fois, 0)
  const request = http.request(url, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'sec-fetch-site': 'same-origin',
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': HEAD.length + bytes + TAIL.length,
    },
  })
  const answered = once(request, 'response') as Promise<[http.IncomingMessage]>
  request.write(HEAD)
  for (const { bytes: part, fois } of morceaux)
    for (let time = 0; time < fois; time++) if (!request.write(part)) await once(request, 'drain')
  request.end(TAIL)
  const [response] = await answered
  let text = ''
  for await (const chunk of response) text += String(chunk)
  return { status: response.statusCode ?? 0, body: JSON.parse(text) }
}
