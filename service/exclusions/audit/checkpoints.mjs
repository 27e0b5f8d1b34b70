import { mkdirSync, openSync, closeSync, fsyncSync, readFileSync, writeSync } from 'node:fs'
import path from 'node:path'

/** Where checkpoints are kept: outside the database, one JSON line each. */
export const checkpointsIn = (dataDir) => path.join(dataDir, 'checkpoints', 'exclusions.jsonl')

function readText(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return ''
    throw error
  }
}

const isCheckpoint = (value) =>
  Number.isSafeInteger(value?.evenements) &&
  value.evenements >= 0 &&
  /^[0-9a-f]{64}$/.test(value.empreinte) &&
  typeof value.le === 'string'

/** The checkpoints of a file, oldest first, and how many lines are none. */
export function readCheckpoints(file) {
  const checkpoints = []
  let unreadable = 0
  for (const line of readText(file).split('\n')) {
    if (line === '') continue
    try {
      const value = JSON.parse(line)
      if (!isCheckpoint(value)) throw new Error('no checkpoint')
      checkpoints.push(value)
    } catch {
      unreadable += 1
    }
  }
  return { checkpoints, unreadable }
}

/** Adds a checkpoint at the end of the file; it is on disk when this returns. */
export function appendCheckpoint(file, checkpoint) {
  const text = readText(file)
  mkdirSync(path.dirname(file), { recursive: true })
  const handle = openSync(file, 'a', 0o640)
  try {
    const separator = text === '' || text.endsWith('\n') ? '' : '\n'
    writeSync(handle, `${separator}${JSON.stringify(checkpoint)}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
