import { sql } from 'kysely'
import type pg from 'pg'
import { to } from 'pg-copy-streams'
import type { Database, Db } from '../../platform/database/connect'
import { plusLa } from '../failure'
import { HEAD_BYTES } from '../parsing/dialect/head'
import { openCopy } from './copy'
import { nomDe } from './depot'

/** A sheet of a staged file: UTF-8 CSV, as its bytes were decoded or as a workbook's rows were written. */
export interface Feuille {
  nom: string
  delimiteur: string
  /** Where its header was guessed. */
  ligneEntete: number
  encodage: string
  octets: number
  /** Rows end at their last filled cell: shorter ones are whole. */
  courtes: boolean
  /** Of a workbook: the filled places of its widest row, and hidden rows, from and to a line. */
  largeur?: number
  masquees?: [from: number, to: number][]
}

/** What a tool's file is noted as once it is staged. */
export interface Depose {
  feuilles: Feuille[]
  /** The one that is read unless another is asked for. */
  choisie: number
}

export const octetsOf = (fichierId: string) => sql.table(`depots.octets_${nomDe(fichierId)}`)

/** Creates the table of a file's bytes; like everything staged, a crash of the database may empty it. */
export async function createOctets(db: Db, fichierId: string): Promise<void> {
  const table = octetsOf(fichierId)
  await sql`
    create unlogged table ${table} (
      feuille smallint, numero integer, octets bytea, primary key (feuille, numero)
    )`.execute(db)
  await sql`alter table ${table} alter column octets set storage external`.execute(db)
}

const SIGNATURE = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)])
const END = Buffer.from('ffff', 'hex')

/** One row of binary COPY: a sheet, a number and bytes. */
function frame(feuille: number, numero: number, octets: Buffer): Buffer {
  const start = Buffer.alloc(20)
  start.writeInt16BE(3, 0)
  start.writeInt32BE(2, 2)
  start.writeInt16BE(feuille, 6)
  start.writeInt32BE(4, 8)
  start.writeInt32BE(numero, 12)
  start.writeInt32BE(octets.length, 16)
  return Buffer.concat([start, octets])
}

const CHUNK = 256 * 1024

/** Writes the bytes of sheets, one sheet after the other. */
export interface Ecriture {
  /** Resolves once the database keeps up. */
  write: (octets: Buffer) => Promise<void>
  /** Ends a sheet; returns how many bytes it has. */
  endSheet: () => Promise<number>
  /** Bytes of all sheets so far. */
  bytes: () => number
  commit: () => Promise<void>
  abort: () => void
}

export async function openOctets({ pool, db }: Database, fichierId: string): Promise<Ecriture> {
  const statement = sql`copy ${octetsOf(fichierId)} from stdin (format binary)`.compile(db).sql
  const copy = await openCopy(pool, statement)
  await copy.write(SIGNATURE)
  let feuille = 0
  let numero = 0
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let ofSheet = 0
  let total = 0
  const send = async () => {
    if (waitingBytes === 0) return
    const octets = waiting.length === 1 ? (waiting[0] ?? END) : Buffer.concat(waiting)
    waiting = []
    waitingBytes = 0
    await copy.write(frame(feuille, numero++, octets))
  }
  return {
    write: async (octets) => {
      if (octets.length === 0) return
      waiting.push(octets)
      waitingBytes += octets.length
      ofSheet += octets.length
      total += octets.length
      if (waitingBytes >= CHUNK) await send()
    },
    endSheet: async () => {
      await send()
      const size = ofSheet
      feuille++
      numero = 0
      ofSheet = 0
      return size
    },
    bytes: () => total,
    commit: async () => {
      await copy.write(END)
      await copy.end()
      await copy.commit()
    },
    abort: copy.abort,
  }
}

/** Enough to look at a header and the rows below it, or at the first of them only. */
export const BEAUCOUP = 1
export const PEU = 0.2

/** Whether the bytes are gone, once the file is imported or forgotten. */
const isDropped = (error: unknown) =>
  error instanceof Error && (error as { code?: string }).code === '42P01'

/** The first bytes of a sheet, and whether they are all of it. */
export async function readHead(
  db: Db,
  fichierId: string,
  feuille: number,
  { octets }: Feuille,
  part: number,
): Promise<{ head: Buffer; isWhole: boolean }> {
  const { rows } = await sql<{ octets: Buffer }>`
    select octets from ${octetsOf(fichierId)}
    where feuille = ${feuille} and numero < ${Math.ceil((part * HEAD_BYTES) / CHUNK) + 1}
    order by numero
  `
    .execute(db)
    .catch((error: unknown) => {
      throw isDropped(error) ? plusLa() : error
    })
  const head = Buffer.concat(rows.map((row) => row.octets))
  if (head.length === 0 && octets > 0) throw plusLa()
  return {
    head: head.subarray(0, 2 * HEAD_BYTES),
    isWhole: head.length === octets && octets <= 2 * HEAD_BYTES,
  }
}

/** The bytes within rows of binary COPY, however they are cut. */
async function* unframe(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0)
  let skip = SIGNATURE.length
  for await (const chunk of stream) {
    held = held.length > 0 ? Buffer.concat([held, chunk]) : chunk
    if (held.length < skip + 2) continue
    let at = skip
    while (held.length >= at + 6) {
      const size = held.readInt32BE(at + 2)
      if (held.length < at + 6 + size) break
      yield held.subarray(at + 6, at + 6 + size)
      at += 6 + size
    }
    held = Buffer.from(held.subarray(at))
    skip = 0
  }
}

/** Streams the bytes of a sheet. Throws a Problem unless all of them are there. */
export async function* readOctets(
  { pool, db }: Database,
  fichierId: string,
  feuille: number,
  { octets }: Feuille,
): AsyncGenerator<Buffer> {
  const client: pg.PoolClient = await pool.connect()
  let isDone = false
  let read = 0
  try {
    const question = sql`
      copy (select octets from ${octetsOf(fichierId)} where feuille = ${sql.lit(feuille)} order by numero)
      to stdout (format binary)`.compile(db).sql
    const stream = client.query(to(question))
    for await (const bytes of unframe(stream)) {
      read += bytes.length
      yield bytes
    }
    isDone = true
  } finally {
    client.release(!isDone)
  }
  if (read !== octets) throw plusLa()
}
