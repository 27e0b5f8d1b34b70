import { connect } from 'node:net'

/** What a server answers on the wire: its status, its headers in lower case, its body as text. */
export interface Reponse {
  status: number
  headers: Record<string, string>
  body: string
}

/** What a chunked body holds. */
function assembler(octets: Buffer): Buffer {
  const morceaux: Buffer[] = []
  for (let place = 0; ;) {
    const fin = octets.indexOf('\r\n', place)
    const taille = Number.parseInt(octets.toString('latin1', place, fin), 16)
    if (fin < 0 || !(taille > 0)) return Buffer.concat(morceaux)
    morceaux.push(octets.subarray(fin + 2, fin + 2 + taille))
    place = fin + 4 + taille
  }
}

function lire(octets: Buffer): Reponse | undefined {
  if (octets.length === 0) return undefined
  const fin = octets.indexOf('\r\n\r\n')
  // « Go on » is no answer yet.
  if (octets.toString('latin1', 0, 12) === 'HTTP/1.1 100') return lire(octets.subarray(fin + 4))
  const [premiere = '', ...lignes] = octets.toString('latin1', 0, fin).split('\r\n')
  const headers = Object.fromEntries(
    lignes.map((ligne) => {
      const deux = ligne.indexOf(':')
      return [ligne.slice(0, deux).toLowerCase(), ligne.slice(deux + 1).trim()]
    }),
  ) as Record<string, string>
  const reste = octets.subarray(fin + 4)
  const corps = headers['transfer-encoding'] === 'chunked' ? assembler(reste) : reste
  return { status: Number(premiere.split(' ')[1]), headers, body: corps.toString('utf8') }
}

/**
 * Writes these bytes to a server as they are and answers all that it says until it hangs up, undefined where it says
 * nothing. What is sent asks for the end of the connection itself, or is refused with it; with `finir` nothing more is
 * sent after it, so that what is incomplete stays so. `patience` milliseconds are the most that it may take.
 */
export function echanger(
  url: string,
  octets: string | Buffer,
  { patience = 20_000, finir = false } = {},
): Promise<Reponse | undefined> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const recu: Buffer[] = []
    const conclure = () => {
      clearTimeout(minuterie)
      socket.destroy()
      resolve(lire(Buffer.concat(recu)))
    }
    const socket = connect(Number(port), hostname, () =>
      finir ? socket.end(octets) : socket.write(octets),
    )
    const minuterie = setTimeout(() => {
      socket.destroy()
      reject(new Error(`No answer within ${patience} ms, only: ${Buffer.concat(recu).toString()}`))
    }, patience)
    socket.on('data', (morceau) => void recu.push(morceau))
    // What is cut while it is still being sent was answered before, or not at all.
    socket.on('close', conclure).on('error', conclure)
  })
}

/** The bytes of a request without a body that ends the connection. */
export const demande = (
  methode: string,
  cible: string,
  headers: Record<string, string> = { host: '127.0.0.1' },
): string =>
  [
    `${methode} ${cible} HTTP/1.1`,
    ...Object.entries({ connection: 'close', ...headers }).map(
      ([nom, valeur]) => `${nom}: ${valeur}`,
    ),
    '\r\n',
  ].join('\r\n')
