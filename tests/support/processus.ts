import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'

/** Who a process of an application is. */
export type Role = 'lanceur' | 'service' | 'web' | 'base'

export interface Processus {
  pid: number
  /** None for what the database forked. */
  role: Role | undefined
}

const quiet = <T>(read: () => T, otherwise: T): T => {
  try {
    return read()
  } catch {
    return otherwise
  }
}

const ROLES: readonly [RegExp, Role][] = [
  [/service\/start\.mjs/, 'lanceur'],
  [/build\/service\/main\.js/, 'service'],
  [/remix-run\/serve/, 'web'],
]

function describe(pid: number, dataDir: string): Processus | undefined {
  const read = (file: string) => quiet(() => readFileSync(`/proc/${pid}/${file}`, 'utf8'), '')
  if (/^\d+ \(.*\) Z/.test(read('stat'))) return undefined
  const cwd = quiet(() => readlinkSync(`/proc/${pid}/cwd`), '')
  const cluster = path.join(dataDir, 'postgres')
  if (cwd === cluster || cwd === `${cluster}.partiel`) {
    const server = quiet(() => readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8'), '')
    return { pid, role: Number.parseInt(server, 10) === pid ? 'base' : undefined }
  }
  if (!read('environ').split('\0').includes(`DATA_DIR=${dataDir}`)) return undefined
  const command = read('cmdline')
  return { pid, role: ROLES.find(([form]) => form.test(command))?.[1] }
}

/** Every process of the application that was started with this DATA_DIR. */
export const listProcessus = (dataDir: string): Processus[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
    .flatMap((pid) => describe(pid, dataDir) ?? [])

export const findProcessus = (dataDir: string, role: Role): number | undefined =>
  listProcessus(dataDir).find((found) => found.role === role)?.pid

/** What an application that has ended may not leave. */
export const listRestes = (dataDir: string): string[] => [
  ...listProcessus(dataDir).map(({ pid, role }) => `${role ?? 'processus'} ${pid}`),
  ...['application.pid', 'postgres/postmaster.pid'].filter((file) =>
    existsSync(path.join(dataDir, file)),
  ),
]
