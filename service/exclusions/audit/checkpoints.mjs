import { createHash } from 'node:crypto'
import {
  closeSync,
  constants,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'

/**
 * A named person's endorsement of what earlier checkpoints do not vouch for; see `resume`.
 * @typedef {object} Resumption
 * @property {string} par
 * @property {string} motif
 * @property {number[]} reculs
 * @property {Archive & { points: number, evenements?: number, empreinte?: string }} [anciens]
 */

/**
 * Number of events in the log, and the hash of the last; likewise for publications, if there were any, and for the acts
 * on each register.
 * @typedef {object} Checkpoint
 * @property {number} evenements
 * @property {string} empreinte
 * @property {{ numero: number, empreinte: string }} [publications]
 * @property {Record<string, { numero: number, empreinte: string }>} [registres]
 * @property {string} le
 * @property {Resumption} [reprise]
 */

/**
 * A parsed checkpoint file; `fault` describes its defect in French.
 * @typedef {{ checkpoints: Checkpoint[], torn: boolean, fault: string | undefined }} Kept
 */

/** @typedef {{ fichier: string, sha256: string | undefined }} Archive */
/** @typedef {Record<string, unknown> | null | undefined} Json */

/**
 * Path of the checkpoints: outside the database, one JSON line each.
 * @param {string} dataDir
 */
export const checkpointsIn = (dataDir) => path.join(dataDir, 'checkpoints', 'exclusions.jsonl')

/**
 * What is at a path: nothing, a regular file, or something else, such as a link, which is never read.
 * @param {string} file
 */
function kindOf(file) {
  try {
    return lstatSync(file).isFile() ? 'file' : 'other'
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'nothing'
    throw error
  }
}

/**
 * @param {unknown} value
 * @returns {value is string}
 */
const isText = (value) => typeof value === 'string'

/**
 * @param {unknown} value
 * @returns {value is number}
 */
const isInteger = (value) => Number.isSafeInteger(value)

/**
 * @param {Json} value
 * @returns {value is Resumption}
 */
const isResumption = (value) =>
  isText(value?.par) &&
  isText(value.motif) &&
  Array.isArray(value.reculs) &&
  value.reculs.every(isInteger)

/**
 * @param {unknown} value
 * @returns {value is string}
 */
const isHash = (value) => isText(value) && /^[0-9a-f]{64}$/.test(value)

/** @param {Json} value */
const isHead = (value) => isInteger(value?.numero) && isHash(value.empreinte)

/** @param {Json} value */
const areHeads = (value) =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((head) => isHead(/** @type {Json} */ (head)))

/**
 * @param {Json} value
 * @returns {value is Checkpoint}
 */
const isCheckpoint = (value) =>
  isInteger(value?.evenements) &&
  value.evenements >= 0 &&
  isHash(value.empreinte) &&
  (value.publications === undefined || isHead(/** @type {Json} */ (value.publications))) &&
  (value.registres === undefined || areHeads(/** @type {Json} */ (value.registres))) &&
  isText(value.le) &&
  (value.reprise === undefined || isResumption(/** @type {Json} */ (value.reprise)))

/** @param {string} line */
function parseLine(line) {
  try {
    /** @type {Json} */
    const value = JSON.parse(line)
    return isCheckpoint(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Strips a last line truncated by a crash.
 * @param {string} text
 */
function wholePart(text) {
  const tail = text.slice(text.lastIndexOf('\n') + 1)
  return tail === '' || parseLine(tail) ? text : text.slice(0, text.length - tail.length)
}

/**
 * Reads the checkpoints of a file, oldest first, and its defects, in French; a last line truncated by a crash is not
 * one (`torn`).
 * @param {string} file
 * @returns {Kept}
 */
export function readCheckpoints(file) {
  const kind = kindOf(file)
  if (kind === 'other')
    return { checkpoints: [], torn: false, fault: `${file} n’est pas un fichier ordinaire` }
  const text = kind === 'file' ? readFileSync(file, 'utf8') : ''
  const whole = wholePart(text)
  const lines = whole.split('\n').filter((line) => line !== '')
  const checkpoints = lines.map(parseLine).filter((value) => value !== undefined)
  const unreadable = lines.length - checkpoints.length
  return {
    checkpoints,
    torn: whole !== text,
    fault:
      unreadable === 0
        ? undefined
        : `${unreadable}\u00A0${unreadable > 1 ? 'lignes illisibles' : 'ligne illisible'} dans ${file}`,
  }
}

/**
 * Appends a checkpoint after the last whole line; it is on disk when this returns.
 * @param {string} file
 * @param {Checkpoint} checkpoint
 */
export function appendCheckpoint(file, checkpoint) {
  mkdirSync(path.dirname(file), { recursive: true })
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW } = constants
  const handle = openSync(file, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, 0o640)
  try {
    const text = readFileSync(handle, 'utf8')
    const whole = wholePart(text)
    if (whole !== text) ftruncateSync(handle, Buffer.byteLength(whole))
    const separator = whole === '' || whole.endsWith('\n') ? '' : '\n'
    writeSync(handle, `${separator}${JSON.stringify(checkpoint)}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/**
 * Renames the file to an archive, unchanged. Returns that name and, for a regular file, its SHA-256.
 * @param {string} file
 * @param {string} now
 * @returns {Archive}
 */
export function archive(file, now) {
  const name = `${path.basename(file, '.jsonl')}-archive-${now.replace(/[:.]/g, '-')}.jsonl`
  const sha256 =
    kindOf(file) === 'file'
      ? createHash('sha256').update(readFileSync(file)).digest('hex')
      : undefined
  renameSync(file, path.join(path.dirname(file), name))
  return { fichier: name, sha256 }
}
