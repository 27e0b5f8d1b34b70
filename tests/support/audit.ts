import { execFile } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'

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
