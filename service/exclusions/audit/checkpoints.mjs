import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, mkdir, open, readFile, rename } from 'node:fs/promises'
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
 * @typedef {{ file: string, checkpoints: Checkpoint[], torn: boolean, fault: string | undefined }} Kept
 */

/**
 * What a checkpoint noted: number and hash of an event, a publication or an act.
 * @typedef {{ numero: number, empreinte: string, le: string }} Noted
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
async function kindOf(file) {
  try {
    return (await lstat(file)).isFile() ? 'file' : 'other'
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
 * @returns {Promise<Kept>}
 */
export async function readCheckpoints(file) {
  const kind = await kindOf(file)
  const text = kind === 'file' ? await readFile(file, 'utf8') : ''
  const whole = wholePart(text)
  const lines = whole.split('\n').filter((line) => line !== '')
  const checkpoints = lines.map(parseLine).filter((value) => value !== undefined)
  const unreadable = lines.length - checkpoints.length
  const isSound = kind !== 'other' && unreadable === 0
  const damage =
    kind === 'other'
      ? 'n’est pas un fichier ordinaire'
      : `a ${unreadable}\u00A0${unreadable > 1 ? 'lignes illisibles' : 'ligne illisible'}`
  return {
    file,
    checkpoints,
    torn: whole !== text,
    fault: isSound ? undefined : `le fichier des points de contrôle ${damage}`,
  }
}

/**
 * The first of what checkpoints noted that is another now, or no more. `hashes`: of what there is now, by number.
 * @param {Map<number, string>} hashes
 * @param {Noted[]} noted
 */
export const findLost = (hashes, noted) =>
  noted
    .filter(({ numero, empreinte }) => hashes.get(numero) !== empreinte)
    .sort((one, other) => one.numero - other.numero)[0]

/**
 * Appends a checkpoint after the last whole line; it is on disk when this resolves.
 * @param {string} file
 * @param {Checkpoint} checkpoint
 */
export async function appendCheckpoint(file, checkpoint) {
  await mkdir(path.dirname(file), { recursive: true })
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW } = constants
  const handle = await open(file, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, 0o640)
  try {
    const text = await handle.readFile('utf8')
    const whole = wholePart(text)
    if (whole !== text) await handle.truncate(Buffer.byteLength(whole))
    const separator = whole === '' || whole.endsWith('\n') ? '' : '\n'
    await handle.appendFile(`${separator}${JSON.stringify(checkpoint)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Renames the file to an archive, unchanged. Returns that name and, for a regular file, its SHA-256.
 * @param {string} file
 * @param {string} now
 * @returns {Promise<Archive>}
 */
export async function archive(file, now) {
  const name = `${path.basename(file, '.jsonl')}-archive-${now.replace(/[:.]/g, '-')}.jsonl`
  const sha256 =
    (await kindOf(file)) === 'file'
      ? createHash('sha256')
          .update(await readFile(file))
          .digest('hex')
      : undefined
  await rename(file, path.join(path.dirname(file), name))
  return { fichier: name, sha256 }
}
