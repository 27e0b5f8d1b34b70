import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A small disk for the tables, where this machine lets us have one. */
export async function mountSmallDisk(): Promise<string | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dons-petit-disque-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m,mode=777', 'tmpfs', folder], {
      stdio: 'ignore',
    })
    execFileSync('chown', ['postgres', folder], { stdio: 'ignore' })
    return folder
  } catch {
    console.warn('Pas de petit disque sur cette machine : le disque plein n’est pas essayé.')
    return undefined
  }
}

export async function unmountSmallDisk(folder: string): Promise<void> {
  execFileSync('umount', ['-l', folder])
  await rm(folder, { recursive: true, force: true })
}
