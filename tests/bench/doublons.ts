import { sql } from 'kysely'
import pino from 'pino'
import { buildApp } from '../../service/app'
import { readConfig } from '../../service/config'
import { DOUBLONS } from '../../service/donateurs/doublons/chercher'
import { plierFiches } from '../../service/donateurs/doublons/fiches-pliees'
import { GROUPES } from '../../service/donateurs/doublons/grouper'
import { QUESTIONS } from '../../service/donateurs/doublons/regles'
import { trouverVoisins } from '../../service/donateurs/doublons/voisins'
import { connect, type Db } from '../../service/platform/database/connect'
import { derive } from '../../service/platform/jobs/derived'
import { loger } from '../support/doublons/mesurer'
import { peupler } from '../support/doublons/population'
import { withDatabase } from './base'
import { createMeasure, type Measure } from './processeur'
import { both, median, printTable, seconds } from './table'

/** Five gifts of one donor in five: as many as cards, and the page has euros to order by. */
async function give(db: Db): Promise<void> {
  await sql`
    insert into donations (id, order_amount, order_date, contact_id)
    select 'D' || contact_id || '-' || rang, 10 + hashtext(contact_id) & 63,
      date '2019-01-01' + (hashtext(contact_id || rang) & 2047), contact_id
    from donateurs
    cross join generate_series(1, 5) as rang
    where hashtext(contact_id) % 5 = 0`.execute(db)
  await sql`call apres_ecriture('donations')`.execute(db)
}

/** What each part takes, in a transaction that is taken back. */
async function measureParts(db: Db, measure: Measure): Promise<string[][]> {
  const parts: string[][] = []
  const part = async (name: string, work: () => Promise<unknown>) =>
    parts.push([name, ...both(await measure(work))])
  await db
    .transaction()
    .execute(async (tx) => {
      await sql`set local work_mem = '64MB'`.execute(tx)
      await sql`set local jit = off`.execute(tx)
      await sql`set local enable_nestloop = off`.execute(tx)
      await sql`set local enable_mergejoin = off`.execute(tx)
      await sql`set local max_parallel_workers_per_gather = 0`.execute(tx)
      await part('cards as they are compared', () => plierFiches(tx))
      await part('cards that share a mailbox or a telephone', () => trouverVoisins(tx))
      for (const { code, paires } of QUESTIONS)
        await part(`question ${code}`, () =>
          sql`select count(*) from (${paires}) as paires`.execute(tx),
        )
      throw new Error('taken back')
    })
    .catch((error: unknown) => {
      if (!(error instanceof Error && error.message === 'taken back')) throw error
    })
  return parts
}

/** The look for contacts who may be one person, among so many (a million), of whom one in twenty is. */
export default async function run([given]: string[]): Promise<void> {
  await withDatabase(async ({ url, folder }) => {
    const { db, close } = connect(url, { statementTimeout: 0 })
    const measure = createMeasure(folder)
    await loger(db, peupler(Number(given ?? 1_000_000)))
    await give(db)
    await sql`vacuum analyze donateurs, donations`.execute(db)
    const config = readConfig({ DATABASE_URL: url, DATA_DIR: folder })
    const app = await buildApp({ config, log: pino({ level: 'silent' }), ...connect(url) })
    await app.inject({ method: 'POST', url: '/api/analytics/refresh-views' })
    printTable(['part, by itself', 'time', 'processor'], await measureParts(db, measure))
    const pairs = await measure(() => derive(db, DOUBLONS))
    const groups = await measure(() => derive(db, GROUPES))
    const calls: number[] = []
    for (let at = 0; at < 11; at += 1)
      calls.push((await measure(() => app.inject('/api/donateurs/doublons'))).ms)
    const { total } = (await app.inject('/api/donateurs/doublons')).json<{ total: number }>()
    console.log()
    printTable(
      ['what', 'time', 'processor', 'goal'],
      [
        ['all pairs', ...both(pairs), ''],
        [`${total} proposals of them`, ...both(groups), ''],
        [
          'all of it',
          seconds(pairs.ms + groups.ms),
          seconds(pairs.processeur + groups.processeur),
          '≤ 15 s',
        ],
        ['a page', `${median(calls.slice(1)).toFixed(0)} ms`, '', '≤ 60 ms'],
      ],
    )
    await app.close()
    await close()
  })
}
