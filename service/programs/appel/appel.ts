import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { CsvEndpoint, Endpoint } from '#contract/endpoint'
import { ProblemAnswer, type ProblemCode } from '#contract/problem'
import { Port, readSettings, SERVICE_TOKEN, ServiceUrl } from '#process/settings'

const Settings = z.object({
  SERVICE_URL: ServiceUrl.optional(),
  SERVICE_PORT: Port.default(3001),
  SERVICE_TOKEN,
})

/** Nothing answers at the service's address, or what does is no service that lets us in. */
export class SansService extends Error {}

/** The service refuses a call; its message is the French sentence. */
export class Refus extends Error {
  readonly code: ProblemCode | undefined
  /** Where a refused file is staged all the same. */
  readonly fichierId: string | undefined

  constructor(status: number, answer: ProblemAnswer | undefined) {
    super(answer?.detail ?? `Le service a répondu ${status}.`)
    this.name = 'Refus'
    this.code = answer?.code
    this.fichierId = answer?.fichier_id
  }
}

interface InputOf<E extends Pick<Endpoint, 'params' | 'query' | 'body'>> {
  params?: z.input<E['params']>
  query?: z.input<E['query']>
  body?: z.input<E['body']>
}

/** A file to send: its size in bytes, where it is known. */
export interface Envoi {
  nom: string
  taille: number | undefined
  octets: AsyncIterable<Buffer>
}

/** The calls of the running service, as the screens make them. All throw SansService or a Refus. */
export interface Appel {
  demander: <E extends Endpoint>(endpoint: E, input?: InputOf<E>) => Promise<z.output<E['answer']>>
  envoyer: <E extends Endpoint>(endpoint: E, envoi: Envoi) => Promise<z.output<E['answer']>>
  telecharger: <E extends CsvEndpoint>(endpoint: E, input: InputOf<E>) => Promise<Readable>
}

const absent = (url: string, cause: unknown) =>
  new SansService(
    `Aucun service ne répond à ${url}. Démarrez-le (npm start, ou docker compose up --wait), ou donnez son adresse dans SERVICE_URL.`,
    { cause },
  )

/** The one file of a form: its head, its bytes, its foot, and how long all of it is. */
function formOf(field: string, { nom, taille, octets }: Envoi) {
  const boundary = `dons-${randomUUID()}`
  const name = nom.replaceAll('"', '%22').replace(/[\r\n]/g, ' ')
  const head = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
  )
  const foot = Buffer.from(`\r\n--${boundary}--\r\n`)
  async function* all() {
    yield head
    yield* octets
    yield foot
  }
  return {
    body: Readable.toWeb(Readable.from(all())),
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(taille !== undefined && {
        'content-length': String(head.length + taille + foot.length),
      }),
    },
  }
}

/**
 * Calls the service at `SERVICE_URL` with `SERVICE_TOKEN`. `par`, who acts, is believed with the token alone, and only by calls
 * that change something: a file that waits is nobody's in particular.
 */
export function ouvrirAppel(
  environment: Readonly<Record<string, string | undefined>>,
  par?: string,
): Appel {
  const settings = readSettings(Settings, environment)
  const { SERVICE_TOKEN: token } = settings
  const url = settings.SERVICE_URL ?? `http://127.0.0.1:${settings.SERVICE_PORT}`

  const send = async (
    endpoint: Pick<Endpoint, 'path'>,
    { params = {}, query = {} }: { params?: unknown; query?: unknown },
    init: RequestInit & { duplex?: 'half' },
  ): Promise<Response> => {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(String((params as Record<string, unknown>)[name])),
    )
    const address = new URL(path, url)
    for (const [name, value] of Object.entries(query as object))
      if (value !== undefined && value !== '') address.searchParams.set(name, String(value))
    const headers = new Headers(init.headers)
    if (token) headers.set('authorization', `Bearer ${token}`)
    const answer = await fetch(address, { redirect: 'error', ...init, headers }).catch(
      (cause: unknown) => {
        throw absent(url, cause)
      },
    )
    if (answer.ok) return answer
    const told: unknown = await answer.json().catch(() => undefined)
    const problem = ProblemAnswer.safeParse(told).data
    if (problem === undefined) throw absent(url, undefined)
    if (problem.code === 'non_identifie')
      throw new SansService(`${problem.detail} Donnez-le dans SERVICE_TOKEN.`)
    throw new Refus(answer.status, problem)
  }
  const acting = (acts: boolean): Record<string, string> =>
    acts && par !== undefined ? { 'x-identite': encodeURIComponent(par) } : {}
  const carried = (body: unknown, acts: boolean): RequestInit => ({
    headers: {
      ...acting(acts),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

  return {
    demander: async (endpoint, input = {}) => {
      const init = carried(input.body, !endpoint.reads)
      const answer = await send(endpoint, input, { method: endpoint.method, ...init })
      return endpoint.answer.parse(await answer.json()) as never
    },
    envoyer: async (endpoint, envoi) => {
      const form = formOf(endpoint.file ?? '', envoi)
      const init = { method: endpoint.method, ...form, duplex: 'half' } as RequestInit
      return endpoint.answer.parse(await (await send(endpoint, {}, init)).json()) as never
    },
    telecharger: async (endpoint, input) => {
      const method = input.body === undefined ? 'GET' : 'POST'
      const answer = await send(endpoint, input, { method, ...carried(input.body, true) })
      if (!answer.body) throw absent(url, undefined)
      return Readable.fromWeb(answer.body as never)
    },
  }
}
