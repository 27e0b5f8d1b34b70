import { execFile } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { auditState, conclude } from '../../service/exclusions/audit/audit.mjs'
import { readCheckpoints } from '../../service/exclusions/audit/checkpoints.mjs'
import { readState } from '../../service/exclusions/audit/database.mjs'

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
const nested = (client: pg.Client) =>
  ({
    query: (text: string, values?: unknown[]) =>
      client.query(
        text.startsWith('begin')
          ? 'savepoint audit'
          : text === 'rollback'
            ? 'rollback to audit'
            : text,
        values,
      ),
  }) as Pick<pg.Client, 'query'>

/** The audit of what a transaction did and has not committed; it stays as it was. */
export async function auditWithin(client: pg.Client, checkpointsFile: string): Promise<Audited> {
  const kept = readCheckpoints(checkpointsFile)
  const audit = await readState(nested(client), (state) =>
    auditState(state, kept.checkpoints, { source: 'transaction' }),
  )
  return conclude(audit, kept)
}
