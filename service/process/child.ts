import type { ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import type { LogFile } from './log-file'

/** A process that runs, or is about to. */
export interface Running {
  /** Resolves when it is usable; rejects with one French sentence if it ended first. */
  ready: Promise<void>
  /** Resolves when the process is gone, for whatever reason. */
  ended: Promise<void>
  /** Stops it; resolves when it is gone. */
  stop: () => Promise<void>
}

/** Signals that end a process, each with its patience in ms before the next. */
export type Steps = readonly (readonly [signal: NodeJS.Signals, patience: number])[]

const LAST_WORDS = 4_000

export interface Child {
  ended: Promise<void>
  stop: () => Promise<void>
  /** Its latest output. */
  lastWords: () => string
}

/** Sends a child's output to the log and tracks its end. */
export function follow(process: ChildProcess, log: LogFile, steps: Steps): Child {
  let words = ''
  let gone = false
  for (const output of [process.stdout, process.stderr]) {
    const write = log.open()
    output?.on('error', () => undefined)
    output?.on('data', (chunk: Buffer) => {
      write(chunk)
      words = `${words}${chunk.toString()}`.slice(-LAST_WORDS)
    })
  }
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      gone = true
      resolve()
    }
    process.once('exit', end)
    process.on('error', () => {
      if (process.pid === undefined) end()
    })
  })
  return {
    ended,
    lastWords: () => words,
    stop: async () => {
      for (const [signal, patience] of steps) {
        if (gone) return
        process.kill(signal)
        await Promise.race([ended, wait(patience, undefined, { ref: false })])
      }
      await ended
    },
  }
}
