import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import pino from 'pino'
import { buildApp } from '../../service/app'
import { readConfig } from '../../service/config'
import { connect } from '../../service/platform/database/connect'
import { openEmbedded } from '../../service/platform/database/embedded'
import { migrate } from '../../service/platform/database/migration/migrate'
import { printTable, seconds } from './table'

const run = promisify(execFile)
const DONORS = 1000

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

async function post(app: FastifyInstance, call: string, contact_id: string): Promise<void> {
  const payload = { contact_id, evenement_id: randomUUID() }
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: `/api/exclusions/${call}`,
    payload,
  })
  if (statusCode !== 200) throw new Error(body)
}

/** Acknowledged events per second with that many clients, each excluding and reinstating donors of its own. */
async function measureAppends(app: FastifyInstance, clients: number, each: number) {
  const ms = await timed(() =>
    Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        for (let at = 0; at < each; at += 1)
          await post(app, at % 2 === 0 ? 'exclure' : 'reintegrer', `C${client}`)
      }),
    ),
  )
  return (clients * each * 1000) / ms
}

/** Fills the log up to `total` events, through the same function as every other append. */
async function fillLog<T>(db: Kysely<T>, total: number): Promise<void> {
  await sql`
    do $$
    declare
      premier bigint := (select coalesce(max(numero), 0) from evenements_exclusion);
      contact text;
    begin
      for n in premier + 1 .. ${sql.lit(total)} loop
        contact := 'C' || 100 + n % ${sql.lit(DONORS - 100)};
        perform ajouter_evenement_exclusion(
          gen_random_uuid(), contact,
          case when exists (select from donateurs_exclus where contact_id = contact)
            then 'REINTEGRATION' else 'EXCLUSION' end,
          'essai', 'bench', null,
          coalesce((select max(numero) from evenements_exclusion where contact_id = contact), 0)
        );
      end loop;
    end $$`.execute(db)
  await sql`vacuum analyze evenements_exclusion, donateurs_exclus`.execute(db)
}

/** Appends per second, and how long a log of `given` events (100 000) takes to verify, read and export. */
export default async function bench([given = '100000']: string[]): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dons-bench-'))
  await chmod(folder, 0o755)
  const embedded = await openEmbedded(folder)
  const owner = connect(embedded.ownerUrl, { max: 1, statementTimeout: 0 })
  const database = connect(embedded.url)
  try {
    await migrate(owner.db)
    await sql`call attribuer_droits()`.execute(owner.db)
    await sql`
      insert into donations (id, order_amount, order_date, contact_id)
      select g, 20, '2024-01-01', 'C' || g % ${sql.lit(DONORS)} from generate_series(1, 10000) g
    `.execute(owner.db)
    const config = readConfig({ DATABASE_URL: embedded.url, DATA_DIR: folder })
    const app = await buildApp({ config, log: pino({ level: 'silent' }), ...database })
    await app.ready()

    const rates: string[][] = []
    for (const clients of [1, 4, 16])
      rates.push([
        `${clients} client${clients > 1 ? 's' : ''}`,
        (await measureAppends(app, clients, 1600 / clients)).toFixed(0),
      ])
    console.log('Exclusions and reinstatements, each on disk when acknowledged')
    printTable(['at once', 'events/s'], rates)

    await fillLog(owner.db, Number(given))
    const exported = path.join(folder, 'historique.csv')
    const env = { ...process.env, DATABASE_URL: embedded.url, DATA_DIR: folder }
    const audit = (...args: string[]) => run('node', ['service/audit.mjs', ...args], { env })
    const call = async (url: string) => {
      const { statusCode, body, rawPayload } = await app.inject(url)
      if (statusCode !== 200) throw new Error(body)
      return rawPayload
    }
    const times: [string, number][] = [
      ['state of the chain (the screen)', await timed(() => call('/api/exclusions/chaine'))],
      ['the same again', await timed(() => call('/api/exclusions/chaine'))],
      ['audit of the database', await timed(() => audit('--point-de-controle'))],
      [
        'export of the whole history',
        await timed(async () => writeFile(exported, await call('/api/exclusions/historique.csv'))),
      ],
      ['audit of the export', await timed(() => audit(exported))],
      ['a page of the history', await timed(() => call('/api/exclusions/historique'))],
    ]
    console.log(`\nA log of ${given} events`)
    printTable(
      ['work', 'time'],
      times.map(([work, ms]) => [work, seconds(ms)]),
    )
    await app.close()
  } finally {
    await owner.close()
    await database.close()
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
