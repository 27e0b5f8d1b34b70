import { execFile } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { auditState, conclude } from '../../service/exclusions/audit/audit.mjs'
import { readCheckpoints } from '../../service/exclusions/audit/checkpoints.mjs'
import { readState } from '../../service/exclusions/audit/database.mjs'
import type { Db } from '../../service/platform/database/connect'

const PROGRAM = 'service/audit.mjs'

interface Audited {
  code: number
  report: string
}

const environment = (settings: Record<string, string>) => ({
  ...process.env,
  DATABASE_URL: '',
  ...settings,
})

/** Runs the audit as an auditor does; its exit code and its report. */
export function runAudit(settings: Record<string, string>, ...args: string[]): Promise<Audited> {
  return new Promise((resolve) => {
    execFile('node', [PROGRAM, ...args], { env: environment(settings) }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, report: out + err }),
    )
  })
}

/** The same in a thread, at half the price of a process. */
export async function auditInThread(
  settings: Record<string, string>,
  ...argv: string[]
): Promise<Audited> {
  const env = environment(settings)
  const worker = new Worker(path.resolve(PROGRAM), { env, argv, stdout: true, stderr: true })
  const [code, out, err] = await Promise.all([
    new Promise<number>((resolve, reject) => {
      worker.once('exit', resolve)
      worker.once('error', reject)
    }),
    text(worker.stdout),
    text(worker.stderr),
  ])
  return { code, report: out + err }
}

/** Does to a database what `work` does, in a transaction that is rolled back. */
export async function within<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin; set local search_path to public, pg_temp')
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Its own transactions as parts of the one that is open. */
const NESTED: readonly [RegExp, string][] = [
  [/^(begin|start transaction)/, 'savepoint audit'],
  [/^commit$/, 'release audit'],
  [/^rollback$/, 'rollback to audit'],
]

const nested = (client: pg.Client, types?: pg.TypeOverrides) =>
  ({
    query: (given: string, values?: unknown[]) => {
      const text = NESTED.find(([begins]) => begins.test(given))?.[1] ?? given
      return client.query({ text, ...(values && { values }), ...(types && { types }) })
    },
  }) as Pick<pg.Client, 'query'>

const numbers = new pg.TypeOverrides()
numbers.setTypeParser(pg.types.builtins.INT8, Number)

/** The service's database in the open transaction of `client`. */
export const dbWithin = (client: pg.Client): Db =>
  new Kysely({
    dialect: new PostgresDialect({
      pool: {
        connect: () =>
          Promise.resolve({
            ...nested(client, numbers),
            release: () => undefined,
          } as unknown as PostgresPoolClient),
        end: () => Promise.resolve(),
      },
    }),
  })

/** The audit of what a transaction did and has not committed; it stays as it was. */
export async function auditWithin(client: pg.Client, checkpointsFile: string): Promise<Audited> {
  const kept = await readCheckpoints(checkpointsFile)
  const audit = await readState(nested(client), (state) =>
    auditState(state, kept.checkpoints, { source: 'transaction' }),
  )
  return conclude(audit, kept)
}

/** What a report and a screen both say, but for what makes a sentence of it. */
export const alike = (text: string): string =>
  text.replaceAll('\u00A0', ' ').replace(/\.$/, '').toLowerCase()

/** The first fault that a report names of a chain, by number, as a screen would; null where it is intact. */
export function faultIn(
  report: string,
  what: 'l’événement' | 'la publication',
): { numero: number; constat: string } | null {
  const found = new RegExp(`ROMPUE à ${what} n° (\\d+)\\n +(.*)`).exec(report)
  return found && { numero: Number(found[1]), constat: alike(found[2] ?? '') }
}
