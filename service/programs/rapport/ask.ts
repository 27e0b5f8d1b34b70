import { setTimeout as wait } from 'node:timers/promises'
import { EXIT, RapportImpossible } from './failure'

/** Retries for a minute while figures change, or what they are of is not searched for donors to review. */
const ATTEMPTS = 20
const PAUSE_MS = 3_000

/** The web app's own limit for a page. */
const LONGEST_MS = 300_000

export interface Application {
  address: URL
  headers: Record<string, string>
  /** Cancels the requests. */
  signal: AbortSignal
}

/** No complete response: the command was interrupted, or the application is down. */
export const broken = ({ signal }: Application, sentence: string, cause: unknown) =>
  new RapportImpossible(
    EXIT.refused,
    signal.aborted ? 'La commande a été interrompue\u00A0: rien n’a été changé.' : sentence,
    cause,
  )

const away = ({ origin }: URL): string =>
  `L’application ne répond pas à ${origin}. Vérifiez qu’elle est démarrée, ou donnez son adresse avec --adresse.`

/** The application's message in a refusal, sent as plain text. */
async function refusalOf(answer: Response, { address }: Application): Promise<RapportImpossible> {
  const type = answer.headers.get('content-type') ?? ''
  const sentence = type.startsWith('text/plain') ? (await answer.text()).trim() : ''
  if (sentence) return new RapportImpossible(exitOf(answer), sentence)
  await answer.body?.cancel()
  return new RapportImpossible(
    EXIT.refused,
    `${address.origin} n’a pas donné le fichier (réponse ${answer.status}). Vérifiez --adresse, et que l’on y entre sans se connecter.`,
  )
}

/** An unknown year is a usage error. */
const exitOf = ({ status }: Response): number =>
  status === 404 || status === 422 ? EXIT.asked : EXIT.refused

/** Requests a file, retrying while its figures change. Throws a RapportImpossible. */
export async function ask(application: Application, path: string, type: string): Promise<Response> {
  const url = new URL(path, application.address)
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(url, {
      headers: application.headers,
      redirect: 'manual',
      signal: AbortSignal.any([application.signal, AbortSignal.timeout(LONGEST_MS)]),
    }).catch((cause: unknown) => {
      throw broken(application, away(application.address), cause)
    })
    if (answer.ok && answer.headers.get('content-type')?.startsWith(type)) return answer
    const refusal = await refusalOf(answer, application)
    if (answer.status !== 503 || attempt === ATTEMPTS) throw refusal
    await wait(PAUSE_MS)
  }
}
