import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Publications } from '#contract/publications'
import type { Db } from '../../service/platform/database/connect'
import { onlyRow } from '../../service/platform/database/only-row'
import { importFile } from '../support/imports'
import { withBase } from './base'
import { median, printTable } from './table'

const DAYS = 10
const DAYS_OF_TEN_YEARS = 3_650

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

const readBytes = async (db: Db): Promise<number> =>
  onlyRow(
    await sql<{ bytes: number }>`
      select sum(pg_total_relation_size(oid))::bigint as bytes
      from pg_class
      where relname in ('publications', 'publications_lignes', 'publications_causes', 'publications_effets')`.execute(
      db,
    ),
  ).bytes

/** The gifts of a day: so many known donors give once more, on the day after the horizon. */
async function importDay(app: FastifyInstance, db: Db, day: number, gifts: number): Promise<void> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(';', 'jour-' || ${day}::integer || '-' || id, order_amount,
      (select max(order_date) from donations where order_date <= now()) + case when ${day} % 7 = 0 then 1 else 0 end,
      contact_id, campaign_code) as line
    from donations
    tablesample system (1) repeatable (${day})
    limit ${gifts}`.execute(db)
  const text = ['id;montant;date;contact;campagne', ...rows.map(({ line }) => line)].join('\n')
  const { status, message } = await importFile(app, 'donations', text)
  if (status !== 'completed') throw new Error(message)
}

/** Some donors of a few gifts each. */
async function readDonors(db: Db): Promise<{ contact_id: string }[]> {
  const { rows } = await sql<{ contact_id: string }>`
    select contact_id from donateurs_annees
    where annee_suivante is null and cumul_nombre between 3 and 12
    order by contact_id
    limit 5`.execute(db)
  return rows
}

async function ask(app: FastifyInstance, method: 'GET' | 'POST', url: string, payload?: object) {
  const answer = await app.inject({ method, url, ...(payload && { payload }) })
  if (answer.statusCode >= 300) throw new Error(answer.body)
  return answer
}

const inMs = (ms: number) => `${ms.toFixed(0)} ms`
const inMb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

/**
 * What keeping every publication costs: bytes and time of a refresh, and the calls that read it. Argument: how many gifts
 * (5 million); a day brings a 3650th of them.
 */
export default async function run([given]: string[]): Promise<void> {
  const dons = Number(given ?? 5_000_000)
  await withBase(dons, async ({ db, app }) => {
    const first = await readBytes(db)
    const kept: number[] = []
    for (let day = 1; day <= DAYS; day += 1) {
      await importDay(app, db, day, Math.ceil(dons / DAYS_OF_TEN_YEARS))
      await ask(app, 'POST', '/api/analytics/refresh-views')
      await sql`vacuum publications_lignes`.execute(db)
      kept.push((await readBytes(db)) - first - kept.reduce((sum, bytes) => sum + bytes, 0))
    }
    const decided: number[] = []
    for (const { contact_id } of await readDonors(db)) {
      const before = await readBytes(db)
      await ask(app, 'POST', '/api/exclusions/exclure', { contact_id })
      await ask(app, 'POST', '/api/analytics/refresh-views')
      await sql`vacuum publications_lignes`.execute(db)
      decided.push((await readBytes(db)) - before)
    }
    const times: number[] = []
    for (let run = 0; run < 5; run += 1)
      times.push(await timed(() => sql`select publier()`.execute(db)))
    const { publications } = (await ask(app, 'GET', '/api/publications')).json<Publications>()
    const [latest, oldest] = [publications[0]?.numero ?? 1, publications.at(-1)?.numero ?? 1]
    const named = { publication: latest, nom: 'Arrêté', par: 'bench' }
    const sealed = await timed(() => ask(app, 'POST', '/api/publications/arreter', named))
    const difference = `/api/publications/difference?chiffre=montant-total&annee=2024&de=${oldest}&a=${latest}`
    const year = `/api/arretes/${latest}/dashboard/2024`
    printTable(
      ['what', 'figure'],
      [
        ['first publication', inMb(first)],
        ['a day', `${(median(kept) / 1000).toFixed(0)} kB`],
        ['an exclusion', `${(median(decided) / 1000).toFixed(0)} kB`],
        ['10 years of days, reckoned', inMb(first + median(kept) * DAYS_OF_TEN_YEARS)],
        ['of a refresh where nothing changed', inMs(median(times))],
        ['a difference', inMs(await timed(() => ask(app, 'GET', difference)))],
        ['naming and sealing', inMs(sealed)],
        [
          'a sealed one compared',
          inMs(await timed(() => ask(app, 'GET', `/api/arretes/${latest}`))),
        ],
        [
          'the chain verified',
          inMs(await timed(() => ask(app, 'GET', '/api/publications/chaine'))),
        ],
        ['the dashboard as it was', inMs(await timed(() => ask(app, 'GET', year)))],
      ],
    )
  })
}
