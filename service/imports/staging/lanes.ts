import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/connect'
import { type Copy, openCopy } from './copy'
import { depotOf } from './depot'

/** A COPY opened lazily by its first bytes; each write waits for the previous one. */
interface Lane {
  write: (bytes: Buffer) => Promise<void>
  end: () => Promise<void>
  commit: () => Promise<void>
  abort: () => void
}

function createLane(open: () => Promise<Copy>): Lane {
  let copy: Promise<Copy> | undefined
  let sent: Promise<void> = Promise.resolve()
  return {
    write: async (bytes) => {
      await sent
      copy ??= open()
      sent = copy.then((opened) => opened.write(bytes))
      sent.catch(() => undefined)
    },
    end: async () => {
      await sent
      await (await copy)?.end()
    },
    commit: async () => (await copy)?.commit(),
    abort: () => void copy?.then((opened) => opened.abort()).catch(() => undefined),
  }
}

/** Queues a reader's buffers and sends them between two chunks of the file. */
export interface Staging {
  lignes: (bytes: Buffer) => void
  reprises: (bytes: Buffer) => void
  rejets: (bytes: Buffer) => void
  /** Bytes handed over so far. */
  bytes: () => number
  /** Sends the queue; rows alternate between two connections. */
  send: (columns: string[]) => Promise<void>
  /** Sends the rest, then commits every connection. */
  commit: (columns: string[]) => Promise<void>
  abort: () => void
}

const REJECT_COLUMNS = ['fichier_id', 'ligne', 'texte', 'motif', 'motif_complete']

export function openStaging({ pool, db }: Database, fichierId: string): Staging {
  const depot = depotOf(fichierId)
  let columns: string[] = []
  const open = (table: RawBuilder<unknown>, names: () => string[]) => () => {
    const list = sql.join(names().map((name) => sql.ref(name)))
    return openCopy(pool, sql`copy ${table} (${list}) from stdin`.compile(db).sql)
  }
  const rows = open(depot.lignes, () => columns)
  const lanes = [createLane(rows), createLane(rows)]
  const repeats = createLane(open(depot.reprises, () => ['ligne', 'courte', ...columns]))
  const rejects = createLane(open(sql.table('imports_rejets'), () => REJECT_COLUMNS))
  const all = [...lanes, repeats, rejects]
  const waiting: { lane: Lane; bytes: Buffer }[] = []
  let turn = 0
  let given = 0
  const give = (lane: Lane | undefined, bytes: Buffer) => {
    given += bytes.length
    if (lane) waiting.push({ lane, bytes })
  }

  const send = async (names: string[]) => {
    columns = names
    for (const { lane, bytes } of waiting.splice(0)) await lane.write(bytes)
  }

  return {
    lignes: (bytes) => give(lanes[turn++ % lanes.length], bytes),
    reprises: (bytes) => give(repeats, bytes),
    rejets: (bytes) => give(rejects, bytes),
    bytes: () => given,
    send,
    commit: async (names) => {
      await send(names)
      await Promise.all(all.map((lane) => lane.end()))
      for (const lane of all) await lane.commit()
    },
    abort: () => all.forEach((lane) => lane.abort()),
  }
}
