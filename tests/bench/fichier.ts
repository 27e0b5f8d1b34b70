import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { CompteFichier, Fichier } from '#contract/fichiers'
import type { Sort } from '#contract/lecture'
import { connect } from '../../service/platform/database/connect'
import { memoireMax } from '../support/memoire'
import { withDatabase } from './base'
import { writeHelloAsso, writeMemesDons } from './fichier-files'
import { followImport, post } from './import-client'
import { tempsProcesseur } from './processeur'
import { startService } from './start-service'
import { median, printTable, seconds } from './table'

/** How often the pages ask how far an account or an import is; time enough for the statistics after one. */
const PAGE_MS = 1_000

async function ask<Answer>(url: string, body: object): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (answer.status >= 300) throw new Error(await answer.text())
  return (await answer.json()) as Answer
}

/** What a step takes, in ms: of the clock, and of the processor for the service and its database. */
interface Duree {
  horloge: number
  processeur: number
}

/** The steps of one way of a file. */
type Times = Record<string, Duree>

/** Where the service of a way is, and which processes work for it. */
interface Service {
  service: string
  pids: number[]
}

async function timed<Result>(
  times: Times,
  name: string,
  { pids }: Service,
  work: () => Promise<Result>,
): Promise<Result> {
  const [begun, used] = [performance.now(), tempsProcesseur(pids)]
  const result = await work()
  times[name] = { horloge: performance.now() - begun, processeur: tempsProcesseur(pids) - used }
  return result
}

/** The way of a file of gifts: preview, then import. */
async function ofDonations(at: Service, file: string): Promise<Times> {
  const { service } = at
  const times: Times = {}
  const { body } = await timed(times, 'aperçu', at, () =>
    post<{ fichier_id: string }>(`${service}/api/upload/donations/preview`, file),
  )
  await timed(times, 'import', at, async () => {
    const { upload_id } = await ask<{ upload_id: string }>(
      `${service}/api/upload/donations/upload`,
      { fichier_id: body.fichier_id },
    )
    await followImport(service, upload_id, () => undefined, PAGE_MS)
    await wait(PAGE_MS)
  })
  return times
}

/** The way of a tool's file: staged, accounted for, imported. */
async function ofOutil(at: Service, file: string, note: (text: string) => void): Promise<Times> {
  const { service } = at
  const times: Times = {}
  const { body } = await timed(times, 'dépôt', at, () =>
    post<Fichier>(`${service}/api/fichiers`, file, 'fichier'),
  )
  const { fichier_id, lecture } = body
  const once = (more: object) =>
    ask<CompteFichier>(`${service}/api/fichiers/${fichier_id}/lecture`, { ...lecture, ...more })
  const count = (name: string, more: object = {}) =>
    timed(times, name, at, async () => {
      for (;;) {
        const last = await once(more)
        if (last.compte) return last
        await wait(PAGE_MS)
      }
    })
  await count('compte')
  await count('autre constante', { constantes: { campaign_code: 'AUTRE' } })
  // One more column that decides: the file is read anew.
  const sortsOf = (adhesion: Sort) => [
    ...(lecture?.sorts ?? []),
    {
      colonne: 'Tarif',
      valeurs: {
        Adhésion: adhesion,
        'Don libre': 'compte',
        'Don régulier': 'compte',
        Soutien: 'compte',
      },
    },
  ]
  const sorts = sortsOf('compte')
  await timed(times, 'premières lignes', at, () => once({ sorts }))
  const { empreinte } = await count('autre colonne', { sorts })
  await count('autre sort', { sorts: sortsOf('ne_compte_pas') })
  await timed(times, 'import', at, async () => {
    const decided = { ...lecture, sorts }
    await ask(`${service}/api/fichiers/${fichier_id}/importer`, { lecture: decided, empreinte })
    await followImport(
      service,
      fichier_id,
      (step) => note(`${step} ${seconds(performance.now())}`),
      PAGE_MS,
    )
    await wait(PAGE_MS)
  })
  return times
}

/** Everything that an import of a file wrote is gone, so that the next one is a first one. */
async function empty(url: string): Promise<void> {
  const owner = connect(url, { max: 1 })
  await owner.pool.query(
    'truncate donations, donateurs, fiches_dites, identites, identites_numeros, remboursements, fichiers cascade',
  )
  await owner.pool.query('vacuum')
  await owner.close()
}

/**
 * A tool's file of so many rows (1 000 000) against a file of donations of the same gifts, in so many rounds (3), each
 * into an empty base.
 */
export default async function run([rowsGiven, roundsGiven]: string[]): Promise<void> {
  const rows = Number(rowsGiven ?? 1_000_000)
  const rounds = Number(roundsGiven ?? 3)
  const all: Record<'dons' | 'outil', Times[]> = { dons: [], outil: [] }
  let memory = 0
  await withDatabase(async ({ folder, adminUrl, url }) => {
    const files = { outil: path.join(folder, 'outil.csv'), dons: path.join(folder, 'dons.csv') }
    await writeHelloAsso(files.outil, rows)
    await writeMemesDons(files.dons, rows)
    for (const file of Object.values(files))
      console.log(`${path.basename(file)} : ${Math.round((await stat(file)).size / 1e6)} Mo`)
    const postgres = path.join(folder, 'postgres', 'postmaster.pid')
    const base = new URL(url)
    const owner = new URL(adminUrl)
    owner.pathname = base.pathname
    for (let round = 1; round <= rounds; round++) {
      for (const way of ['dons', 'outil'] as const) {
        const { service, child } = await startService('import-service', url)
        try {
          const notes: string[] = []
          const pids = [child.pid ?? 0, Number.parseInt(readFileSync(postgres, 'utf8'), 10)]
          const times =
            way === 'dons'
              ? await ofDonations({ service, pids }, files.dons)
              : await ofOutil({ service, pids }, files.outil, (text) => notes.push(text))
          all[way].push(times)
          const shown = Object.entries(times).map(
            ([name, { horloge, processeur }]) =>
              `${name} ${seconds(horloge)} (${seconds(processeur)})`,
          )
          console.log(`  ${way} : ${shown.join(', ')}`)
          if (notes.length > 0) console.log(`    ${notes.join(' · ')}`)
          if (way === 'outil') memory = Math.max(memory, memoireMax(child.pid))
        } finally {
          child.kill('SIGTERM')
          await once(child, 'exit')
        }
        await empty(owner.href)
      }
    }
  })
  const of = (way: 'dons' | 'outil', name: string, what: keyof Duree) =>
    median(all[way].map((times) => times[name]?.[what] ?? Number.NaN))
  const row = (measure: string, outil: string[], dons: string[], goal = '') => [
    measure,
    ...(['horloge', 'processeur'] as const).flatMap((what) => {
      const sum = (way: 'dons' | 'outil', names: string[]) =>
        names.reduce((total, name) => total + of(way, name, what), 0)
      const [one, other] = [sum('outil', outil), sum('dons', dons)]
      return [seconds(one), seconds(other), (one / other).toFixed(2)]
    }),
    goal,
  ]
  console.log()
  printTable(
    [
      'mesure',
      'fichier d’un outil',
      'mêmes dons',
      'rapport',
      'processeur',
      'mêmes dons',
      'rapport',
      'but',
    ],
    [
      row('compte / aperçu', ['compte'], ['aperçu'], '≤ 1.5'),
      row('compte d’une autre constante / aperçu', ['autre constante'], ['aperçu'], '≤ 1.5'),
      row('compte d’un autre sort / aperçu', ['autre sort'], ['aperçu'], '≤ 1.5'),
      row(
        'compte d’une autre colonne qui décide / aperçu',
        ['premières lignes', 'autre colonne'],
        ['aperçu'],
        '≤ 1.5',
      ),
      row('dépôt et compte / aperçu', ['dépôt', 'compte'], ['aperçu']),
      row('import', ['import'], ['import'], '≤ 2'),
      row('du premier octet à la fin', ['dépôt', 'compte', 'import'], ['aperçu', 'import']),
      ['premières lignes', seconds(of('outil', 'premières lignes', 'horloge'))],
      ['mémoire au plus (RSS)', `${memory} Mo`, '', '', '', '', '', '≤ 250 Mo'],
    ],
  )
}
