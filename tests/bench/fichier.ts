import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { CompteFichier, Fichier } from '#contract/fichiers'
import { connect } from '../../service/platform/database/connect'
import { memoireMax } from '../support/memoire'
import { withDatabase } from './base'
import { writeHelloAsso, writeMemesDons } from './fichier-files'
import { followImport, post } from './import-client'
import { startService } from './start-service'
import { median, printTable, seconds } from './table'

async function ask<Answer>(url: string, body: object): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (answer.status >= 300) throw new Error(await answer.text())
  return (await answer.json()) as Answer
}

/** The times of one way of a file, in ms. */
type Times = Record<string, number>

const timed = async <Result>(times: Times, name: string, work: () => Promise<Result>) => {
  const begun = performance.now()
  const result = await work()
  times[name] = performance.now() - begun
  return result
}

/** The way of a file of gifts: preview, then import. */
async function ofDonations(service: string, file: string): Promise<Times> {
  const times: Times = {}
  const { body } = await timed(times, 'aperçu', () =>
    post<{ fichier_id: string }>(`${service}/api/upload/donations/preview`, file),
  )
  await timed(times, 'import', async () => {
    const { upload_id } = await ask<{ upload_id: string }>(
      `${service}/api/upload/donations/upload`,
      { fichier_id: body.fichier_id },
    )
    await followImport(service, upload_id, () => undefined)
  })
  return times
}

/** The way of a tool's file: staged, accounted for, imported. */
async function ofOutil(
  service: string,
  file: string,
  note: (text: string) => void,
): Promise<Times> {
  const times: Times = {}
  const { body } = await timed(times, 'dépôt', () =>
    post<Fichier>(`${service}/api/fichiers`, file, 'fichier'),
  )
  const { fichier_id, lecture } = body
  const count = (more: object = {}) =>
    ask<CompteFichier>(`${service}/api/fichiers/${fichier_id}/lecture`, { ...lecture, ...more })
  const answer = await timed(times, 'compte', async () => {
    for (let last = await count(); ; last = await count()) if (last.compte) return last
  })
  // Another choice: the file is read anew.
  const other = { constantes: { campaign_code: 'AUTRE' } }
  let last = await timed(times, 'premières lignes', () => count(other))
  await timed(times, 'autre choix', async () => {
    while (!last.compte) last = await count(other)
  })
  times['autre choix'] = (times['autre choix'] ?? 0) + (times['premières lignes'] ?? 0)
  await timed(times, 'import', async () => {
    const { empreinte } = answer
    await ask(`${service}/api/fichiers/${fichier_id}/importer`, { lecture, empreinte })
    await followImport(service, fichier_id, (step) => note(`${step} ${seconds(performance.now())}`))
  })
  return times
}

/** Everything that an import of a file wrote is gone, so that the next one is a first one. */
async function empty(url: string): Promise<void> {
  const owner = connect(url, { max: 1 })
  await owner.pool.query(
    'truncate donations, donateurs, identites, identites_numeros, remboursements, fichiers cascade',
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
    const base = new URL(url)
    const owner = new URL(adminUrl)
    owner.pathname = base.pathname
    for (let round = 1; round <= rounds; round++) {
      for (const way of ['dons', 'outil'] as const) {
        const { service, child } = await startService('import-service', url)
        try {
          const notes: string[] = []
          const times =
            way === 'dons'
              ? await ofDonations(service, files.dons)
              : await ofOutil(service, files.outil, (text) => notes.push(text))
          all[way].push(times)
          const shown = Object.entries(times).map(([name, ms]) => `${name} ${seconds(ms)}`)
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
  const of = (way: 'dons' | 'outil', name: string) =>
    median(all[way].map((times) => times[name] ?? Number.NaN))
  const sum = (way: 'dons' | 'outil', names: string[]) =>
    names.reduce((all, name) => all + of(way, name), 0)
  const row = (measure: string, outil: string[], dons: string[], goal = '') => {
    const [one, other] = [sum('outil', outil), sum('dons', dons)]
    return [measure, seconds(one), seconds(other), (one / other).toFixed(2), goal]
  }
  console.log()
  printTable(
    ['mesure', 'fichier d’un outil', 'mêmes dons', 'rapport', 'but'],
    [
      row('compte / aperçu', ['compte'], ['aperçu'], '≤ 1.5'),
      row('compte d’un autre choix / aperçu', ['autre choix'], ['aperçu'], '≤ 1.5'),
      row('dépôt et compte / aperçu', ['dépôt', 'compte'], ['aperçu']),
      row('import', ['import'], ['import'], '≤ 2'),
      row('du premier octet à la fin', ['dépôt', 'compte', 'import'], ['aperçu', 'import']),
      ['premières lignes', seconds(of('outil', 'premières lignes')), '', '', ''],
      ['mémoire au plus (RSS)', `${memory} Mo`, '', '', '≤ 250 Mo'],
    ],
  )
}
