import { once } from 'node:events'
import http from 'node:http'
import { CHAMP_FICHIER, CHAMP_FICHIER_OUTIL } from '#contract/constants'
import type { TypeImport } from '#contract/imports'

const CHAMPS: Record<TypeImport, string> = { ...CHAMP_FICHIER, fichier: CHAMP_FICHIER_OUTIL }

const headOf = (champ: string) =>
  `--b\r\ncontent-disposition: form-data; name="${champ}"; filename="d.csv"\r\ncontent-type: text/csv\r\n\r\n`
const TAIL = '\r\n--b--\r\n'

/** A file that is read or made while it is sent. */
export interface Flux {
  taille: number
  octets: Iterable<Buffer> | AsyncIterable<Buffer>
}

/** A text, so many times. */
export interface Morceau {
  texte: Buffer
  fois: number
}

export const morceau = (texte: string, fois = 1): Morceau => ({ texte: Buffer.from(texte), fois })

function* repeter(morceaux: readonly Morceau[]): Generator<Buffer> {
  for (const { texte, fois } of morceaux) for (let tour = 0; tour < fois; tour++) yield texte
}

/** A file of these pieces, however long: it never stands in memory or on disk. */
export const fluxDe = (morceaux: readonly Morceau[]): Flux => ({
  taille: morceaux.reduce((total, { texte, fois }) => total + texte.length * fois, 0),
  octets: repeter(morceaux),
})

/** Sends a file, of donations if no other type is named, as the browser's script does; answers the status and the JSON. */
export async function envoyer<Answer>(
  url: string,
  { taille, octets }: Flux,
  type: TypeImport = 'donations',
): Promise<{ status: number; body: Answer }> {
  const head = headOf(CHAMPS[type])
  const request = http.request(url, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'sec-fetch-site': 'same-origin',
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': head.length + taille + TAIL.length,
    },
  })
  const answered = once(request, 'response') as Promise<[http.IncomingMessage]>
  request.write(head)
  for await (const part of octets) if (!request.write(part)) await once(request, 'drain')
  request.end(TAIL)
  const [response] = await answered
  let text = ''
  for await (const chunk of response) text += String(chunk)
  return { status: response.statusCode ?? 0, body: JSON.parse(text) as Answer }
}
