import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const Empreinte = z.string().regex(/^[0-9a-f]{64}$/)
const Tete = z.object({ numero: z.number().int().positive(), empreinte: Empreinte })

/**
 * State of the log at some instant: number of events and hash of the last (64 zeros for none), and number and hash of
 * the last publication, if any, and on each register the last act, where it is another than the checkpoint before noted. With
 * `reprise`, a named person endorses what earlier checkpoints do not vouch for, and
 * backward dates.
 */
const Checkpoint = z.object({
  evenements: z.number().int().nonnegative(),
  empreinte: Empreinte,
  publications: Tete.optional(),
  registres: z.record(z.string(), Tete).optional(),
  le: z.string(),
  reprise: z
    .object({ par: z.string(), motif: z.string(), reculs: z.array(z.number().int()) })
    .optional(),
})
export type Checkpoint = z.infer<typeof Checkpoint>

/** The checkpoints, oldest first, and the defect of their file, as a French sentence. */
export interface Kept {
  checkpoints: Checkpoint[]
  constat: string | null
}

const fileIn = (dataDir: string) => path.join(dataDir, 'checkpoints', 'exclusions.jsonl')

const unlessMissing = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return undefined
  throw error
}

function parseLine(line: string): Checkpoint | undefined {
  try {
    return Checkpoint.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

/** Strips a last line truncated by a crash; one complete but for its line break stays. */
function wholePart(text: string): string {
  const tail = text.slice(text.lastIndexOf('\n') + 1)
  return parseLine(tail) ? text : text.slice(0, text.length - tail.length)
}

function parse(text: string): Kept {
  const lines = wholePart(text)
    .split('\n')
    .filter((line) => line !== '')
  const checkpoints = lines.flatMap((line) => parseLine(line) ?? [])
  const unreadable = lines.length - checkpoints.length
  return {
    checkpoints,
    constat:
      unreadable === 0
        ? null
        : `Le fichier des points de contrôle est abîmé\u00A0: ${unreadable} ligne${unreadable > 1 ? 's' : ''} illisible${unreadable > 1 ? 's' : ''}.`,
  }
}

/** Reads the checkpoints in `dataDir`, ignoring a last line truncated by a crash. */
export async function readCheckpoints(dataDir: string): Promise<Kept> {
  const file = fileIn(dataDir)
  const found = await lstat(file).catch(unlessMissing)
  if (!found) return { checkpoints: [], constat: null }
  if (!found.isFile())
    return {
      checkpoints: [],
      constat: 'Le fichier des points de contrôle n’est pas un fichier ordinaire.',
    }
  return parse(await readFile(file, 'utf8'))
}

async function append(file: FileHandle, line: string): Promise<void> {
  const text = await file.readFile('utf8')
  const whole = wholePart(text)
  if (whole !== text) await file.truncate(Buffer.byteLength(whole))
  const separator = whole === '' || whole.endsWith('\n') ? '' : '\n'
  await file.appendFile(`${separator}${line}\n`)
  await file.sync()
}

/** Appends a checkpoint after the last whole line of the file in `dataDir`; on disk when this resolves. */
export async function addCheckpoint(dataDir: string, checkpoint: Checkpoint): Promise<void> {
  const place = fileIn(dataDir)
  await mkdir(path.dirname(place), { recursive: true })
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW } = constants
  const file = await open(place, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, 0o640)
  try {
    await append(file, JSON.stringify(checkpoint))
  } finally {
    await file.close()
  }
}
