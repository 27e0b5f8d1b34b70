import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { diskFull, isDiskFull } from './disk'
import { notWritable } from './folder'

/** A file's text; empty if it cannot be read. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** A process's start time, in ticks since boot: distinguishes reused pids. Linux only. */
const beginningOf = (pid: number): string =>
  read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[19] ?? ''

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Identifies a process and the folder it locks: differs in a copied folder, or for a reused pid. */
function describe(pid: number, folder: string): string {
  const { dev, ino } = statSync(folder)
  return `${pid} ${beginningOf(pid)} ${dev}:${ino}\n`
}

/** The process holding the lock; undefined if it is gone. */
function findHolder(text: string, folder: string): number | undefined {
  const pid = Number.parseInt(text, 10)
  return pid > 0 && isAlive(pid) && text === describe(pid, folder) ? pid : undefined
}

/** Removes a stale lock, but not another that replaced it meanwhile. */
function removeStale(file: string, text: string): void {
  const aside = `${file}.${process.pid}`
  renameSync(file, aside)
  if (read(aside) !== text) renameSync(aside, file)
  rmSync(aside, { force: true })
}

/**
 * Locks `folder` for this process; takes over a lock left by a killed process. Returns the release, or the pid of the
 * holder. Throws an Error with one French sentence.
 */
export function lockFolder(folder: string): (() => void) | number {
  const file = path.join(folder, 'application.pid')
  const text = read(file)
  const holder = findHolder(text, folder)
  if (holder !== undefined) return holder
  try {
    if (existsSync(file)) removeStale(file, text)
    writeFileSync(file, describe(process.pid, folder), { flag: 'wx' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Another process was faster.
    if (code === 'EEXIST' || code === 'ENOENT') return Number.parseInt(read(file), 10) || 0
    if (isDiskFull(error)) rmSync(file, { force: true })
    throw new Error(isDiskFull(error) ? diskFull(folder) : notWritable(folder), { cause: error })
  }
  return () => rmSync(file, { force: true })
}
