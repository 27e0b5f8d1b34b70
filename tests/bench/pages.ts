import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { connect, type Db } from '../../service/platform/database/connect'
import { openEmbedded } from '../../service/platform/database/embedded'
import { migrateAsOwner } from '../../service/platform/database/prepare'
import { runService, runWeb } from '../support/application'
import { fillDonations } from './analyses-donations'
import { createVisitor, crowd } from './pages-visitors'
import { weighPage, type Weight } from './pages-weight'
import { median, printTable } from './table'

const SCREENS = [
  '/dashboard?annee=2024',
  '/upload',
  '/montant',
  '/nouveaux?annee=2024',
  '/actifs?annee=2024',
  '/tendances',
  '/donateurs',
  '/donations?annee=2024',
  '/donations?annee=2024&page=900&details=1',
  '/donations/historique',
  '/campagnes',
]

const VISITS = 200
const CROWD = { visitors: 50, seconds: 30 }

/** Cards for all donors, and some exclusions for the history. */
async function fillDonors(db: Db): Promise<void> {
  await sql`
    insert into donateurs (contact_id, firstname, lastname, city, zip, email)
    select contact_id, 'Prénom ' || contact_id, 'Nom', 'Ville', '01000', contact_id || '@exemple.fr'
    from (select distinct contact_id from donations) as donneurs`.execute(db)
  await sql`
    select ajouter_evenement_exclusion(gen_random_uuid(), contact_id, 'EXCLUSION', 'essai', 'bench', null, 0)
    from (select contact_id from donateurs order by contact_id limit 200) as faux`.execute(db)
  await sql`vacuum analyze donateurs`.execute(db)
}

const p99 = (times: number[]) =>
  [...times].sort((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? Number.NaN

const ms = (value: number) => `${value.toFixed(1)} ms`
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
const weight = ({ raw, gzip }: Weight) => `${kB(raw)} / ${kB(gzip)}`

/** One visitor, one screen after the other: the first visit of each, then `VISITS` more. */
async function measureScreens(base: string): Promise<string[][]> {
  const { visit, close } = createVisitor(1)
  const rows: string[][] = []
  for (const screen of SCREENS) {
    const times: number[] = []
    for (let at = 0; at <= VISITS; at += 1) {
      const { ms: time, status } = await visit(base + screen)
      if (status !== 200) throw new Error(`${screen}: ${status}`)
      times.push(time)
    }
    const [first = Number.NaN, ...others] = times
    rows.push([screen, ms(first), ms(median(others)), ms(p99(others))])
  }
  close()
  return rows
}

async function report(base: string): Promise<void> {
  console.log('\nOne visitor: complete HTML, compressed (goals: median ≤ 60 ms, 99 % ≤ 150 ms)')
  printTable(['screen', 'first', 'median', '99 %'], await measureScreens(base))

  const urls = SCREENS.map((screen) => base + screen)
  const { times, errors, seconds } = await crowd(urls, CROWD)
  console.log(`\n${CROWD.visitors} visitors at once, ${seconds.toFixed(0)} s`)
  printTable(
    ['requests', 'a second', 'median', '99 %', 'errors'],
    [
      [
        String(times.length),
        (times.length / seconds).toFixed(1),
        ms(median(times)),
        ms(p99(times)),
        String(errors),
      ],
    ],
  )

  console.log('\nWeight of a screen, raw / gzip')
  const weights: string[][] = []
  for (const screen of SCREENS) {
    const { html, css, js } = await weighPage(base, screen)
    weights.push([screen, weight(html), weight(css), weight(js)])
  }
  printTable(['screen', 'HTML', 'CSS', 'JS'], weights)
  if (errors > 0) throw new Error(`${errors} of ${times.length} visits failed`)
}

/** Every screen over `dons` gifts (5 million) of a tenth as many donors: the built programs, as in production. */
export default async function run([dons = '5000000']: string[]): Promise<void> {
  if (!existsSync('build/server/index.js')) throw new Error('Build first: npm run build')
  const folder = await mkdtemp(path.join(tmpdir(), 'dons-bench-'))
  await chmod(folder, 0o755)
  const embedded = await openEmbedded(folder)
  try {
    const owner = connect(embedded.ownerUrl, { max: 1 })
    await migrateAsOwner(owner.db)
    await owner.close()
    const database = connect(embedded.url, { statementTimeout: 0 })
    console.log(`${Number(dons).toLocaleString('en')} gifts`)
    await fillDonations(database.db, Number(dons))
    await fillDonors(database.db)
    await database.close()
    const env = { DATABASE_URL: embedded.url, DATA_DIR: folder, LOG_LEVEL: 'error' }
    const service = await runService(env)
    const refreshed = await fetch(`${service.url}/api/analytics/refresh-views`, { method: 'POST' })
    if (!refreshed.ok) throw new Error(await refreshed.text())
    const web = await runWeb(service.url, { LOG_LEVEL: 'error' })
    await report(web.url)
    await web.stop()
    await service.stop()
  } finally {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
