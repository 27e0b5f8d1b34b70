import { mkdir, open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Db } from '../database/connect'

/** What the log was at some instant: how many events, and the hash of the last (64 zeros for none). */
const Checkpoint = z.object({
  evenements: z.number().int().nonnegative(),
  empreinte: z.string(),
  le: z.string(),
})
export type Checkpoint = z.infer<typeof Checkpoint>

/** What the first event follows. */
export const GENESIS = '0'.repeat(64)

const fileIn = (dataDir: string) => path.join(dataDir, 'checkpoints', 'exclusions.jsonl')

const readText = (dataDir: string) =>
  readFile(fileIn(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })

function parseLine(line: string): Checkpoint[] {
  try {
    return [Checkpoint.parse(JSON.parse(line))]
  } catch {
    return []
  }
}

/** The checkpoints kept in `dataDir`, oldest first; a line that a crash cut short is none. */
export async function readCheckpoints(dataDir: string): Promise<Checkpoint[]> {
  const text = await readText(dataDir)
  return text.split('\n').flatMap(parseLine)
}

/** The last event of the log, as a checkpoint has it. */
export async function readHead(db: Db): Promise<Omit<Checkpoint, 'le'>> {
  const head = await db
    .selectFrom('evenements_exclusion')
    .select(['numero as evenements', 'empreinte'])
    .orderBy('numero', 'desc')
    .limit(1)
    .executeTakeFirst()
  return head ?? { evenements: 0, empreinte: GENESIS }
}

/**
 * Adds the log's present head to the file of checkpoints in `dataDir`, on disk when this resolves. Nothing
 * is written while the log is as the last checkpoint has it.
 */
export async function writeCheckpoint(db: Db, dataDir: string, now: Date): Promise<void> {
  const head = await readHead(db)
  const text = await readText(dataDir)
  const last = text.split('\n').flatMap(parseLine).at(-1)
  if (last?.evenements === head.evenements && last.empreinte === head.empreinte) return

  await mkdir(path.dirname(fileIn(dataDir)), { recursive: true })
  const line = JSON.stringify({ ...head, le: now.toISOString() } satisfies Checkpoint)
  const file = await open(fileIn(dataDir), 'a', 0o640)
  try {
    const torn = text !== '' && !text.endsWith('\n')
    await file.appendFile(`${torn ? '\n' : ''}${line}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}
