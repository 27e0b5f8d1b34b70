import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { memoireMax } from '../support/memoire'
import { withBase } from './base'
import { startService } from './start-service'
import { median, printTable } from './table'

const LISTE = '/api/donateurs/liste'

/** One list of each kind, and what makes them slower: filters and other orders. */
const LISTES = [
  'ensemble=actifs&annee=2024',
  'ensemble=nouveaux&annee=2024',
  'ensemble=dormants&annee=2024',
  'ensemble=tres_inactifs&annee=2024',
  'ensemble=historiques&annee=2024',
  'ensemble=perdus&annee=2024',
  'ensemble=hausse&annee=2024',
  'ensemble=tranche_total&annee=2024&tranche=100-200',
  'ensemble=segment&annee=2024&segment=6%2B',
  'ensemble=profil&annee=2024&profil=VFL_UNIQUEMENT',
  'ensemble=carriere&segment=2-5',
  'ensemble=cohorte&annee=2024&cohorte=2019',
  'ensemble=conserves&annee=2024&groupe=fideles',
  'ensemble=absents&annee=2024',
  'ensemble=grille&code=R1F3M4',
  'ensemble=grille&code=R4F0M1',
  'ensemble=actifs&annee=2024&montant_min=500',
  'ensemble=actifs&annee=2024&tri=cumul',
  'ensemble=actifs&annee=2024&tri=nom',
] as const

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

async function get<Answer>(app: FastifyInstance, url: string): Promise<Answer> {
  const response = await app.inject(url)
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.body}`)
  return response.json<Answer>()
}

/** The median of some calls in milliseconds, after one that warms up. */
async function medianOf(app: FastifyInstance, urls: readonly string[]): Promise<number> {
  const times: number[] = []
  for (const url of urls) times.push(await timed(() => get(app, url)))
  return median(times.slice(1))
}

/** Pages of a list at its start, in its middle and at its end. */
async function measurePages(app: FastifyInstance, query: string): Promise<string[]> {
  const url = (page: number) => `${LISTE}?${query}&limit=50&page=${page}`
  const first = await timed(() => get(app, url(1)))
  const { total_donateurs: total } = await get<{ total_donateurs: number }>(app, url(1))
  const pages = Math.max(1, Math.ceil(total / 50))
  const some = [0, 0.1, 0.25, 0.5, 0.6, 0.75, 0.9, 1].map((part) =>
    url(1 + Math.floor(part * (pages - 1))),
  )
  const ms = await medianOf(app, [...some, ...some])
  return [query, total.toLocaleString('en'), `${first.toFixed(0)} ms`, `${ms.toFixed(1)} ms`]
}

/** Rows a second of the file of each list, and the most memory that the service ever took, in a process of its own. */
async function measureFiles(url: string, queries: readonly string[]): Promise<string[][]> {
  const { service, child } = await startService('app-service', url)
  const files: string[][] = []
  for (const query of queries) {
    const begun = performance.now()
    const response = await fetch(`${service}${LISTE}.csv?${query}`)
    let lines = 0
    for await (const chunk of response.body ?? [])
      for (const byte of chunk as Uint8Array) if (byte === 10) lines += 1
    const seconds = (performance.now() - begun) / 1000
    files.push([
      query,
      (lines - 1).toLocaleString('en'),
      `${Math.round((lines - 1) / seconds).toLocaleString('en')} rows/s`,
      `${memoireMax(child.pid)} MB`,
    ])
  }
  child.kill('SIGTERM')
  await once(child, 'exit')
  return files
}

/** From the click to the figures that know of it: the event, then the dashboard's own calls. */
async function measureExclusions(app: FastifyInstance, contacts: readonly string[]) {
  const times: number[] = []
  for (const contact_id of contacts)
    times.push(
      await timed(async () => {
        const { statusCode, body } = await app.inject({
          method: 'POST',
          url: '/api/exclusions/exclure',
          payload: { contact_id, evenement_id: randomUUID() },
        })
        if (statusCode !== 200) throw new Error(body)
        await Promise.all(
          ['stats', 'stats-graphiques', 'stats-mensuelles'].map((call) =>
            get(app, `/api/dashboard/${call}/2024`),
          ),
        )
      }),
    )
  return median(times)
}

/**
 * The way from figures to people: pages and files of lists, search, card, and an exclusion until the figures know it.
 * Argument: how many gifts (5 million, of a tenth to a fifth as many donors).
 */
export default async function run([given]: string[]): Promise<void> {
  await withBase(Number(given ?? 5_000_000), async ({ db, url, app }) => {
    const lists: string[][] = []
    for (const query of LISTES) lists.push(await measurePages(app, query))
    console.log()
    printTable(['list', 'donors', 'first call', 'any page, median (≤ 60 ms)'], lists)

    const { rows } = await sql<{ contact_id: string }>`
      select contact_id from donateurs_annees where annee = 2024 and abs(hashtext(contact_id)) % 500 = 0
      limit 101`.execute(db)
    const contacts = rows.map(({ contact_id }) => contact_id)
    const cards = contacts.map((contact) => `/api/donateurs/fiche/${contact}`)
    const searches = contacts.flatMap((_, at) =>
      [`Nom${100_000 + at * 17}`, `ville${at * 3}`, `nom${at + 100_050} anne`, `750${at % 90}`].map(
        (q) => `/api/donateurs/recherche?q=${encodeURIComponent(q)}`,
      ),
    )
    await app.listen({ host: '127.0.0.1', port: 0 })
    const words = async () =>
      (await get<{ total_donateurs: number }>(app, '/api/donateurs/recherche?q=Nom100017'))
        .total_donateurs
    for (let waited = 0; waited < 600 && !(await words().catch(() => 0)); waited += 1)
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    console.log()
    printTable(
      ['call', 'median', 'goal'],
      [
        ['search', `${(await medianOf(app, searches)).toFixed(1)} ms`, '≤ 50 ms'],
        ['card', `${(await medianOf(app, cards)).toFixed(1)} ms`, '≤ 20 ms'],
        [
          'exclusion until the dashboard knows it',
          `${(await measureExclusions(app, contacts)).toFixed(1)} ms`,
          '≤ 300 ms',
        ],
      ],
    )
    console.log()
    printTable(
      ['file', 'rows', '≥ 50,000 rows/s', 'RSS ≤ 200 MB'],
      await measureFiles(url, [
        'ensemble=historiques&annee=2024',
        'ensemble=actifs&annee=2024',
        'ensemble=actifs&annee=2024&tri=nom',
      ]),
    )
  })
}
