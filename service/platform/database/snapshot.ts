import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connect'
import { KEEP_DONATIONS } from './repartition'

export const keepDonations = (snapshot: Db) => sql.raw(KEEP_DONATIONS).execute(snapshot)

/** Runs reads in one snapshot. */
export const inSnapshot = <Answer>(
  db: Db,
  read: (snapshot: Db) => Promise<Answer>,
): Promise<Answer> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

/** The same, of gifts too. */
export const inSnapshotOfGifts = <Answer>(
  db: Db,
  read: (snapshot: Db) => Promise<Answer>,
): Promise<Answer> =>
  inSnapshot(db, async (snapshot) => {
    await keepDonations(snapshot)
    return read(snapshot)
  })

/** Where a batch of a list begins: after so many rows, of which this is the last. */
export interface Place<Row> {
  after: Row | undefined
  offset: number
  limit: number
}

/**
 * All rows of a list, so many at once: by their offset, after the last one, or of a cursor. The next batch is read while
 * one is written; then that one is emptied, as it would keep later ones alive once in the old generation, and memory would
 * hold the whole file.
 */
export async function* inBatches<Row>(
  limit: number,
  read: (place: Place<Row>) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let next: Promise<Row[]> | undefined
  const begin = (place: Place<Row>) => {
    next = read(place)
    // Awaited below; who writes meanwhile may take longer than it takes to fail.
    next.catch(() => undefined)
  }
  begin({ after: undefined, offset: 0, limit })
  try {
    for (let offset = limit; next; offset += limit) {
      const rows: Row[] = await next
      next = undefined
      if (rows.length === limit) begin({ after: rows.at(-1), offset, limit })
      if (rows.length > 0) yield rows
      rows.length = 0
    }
  } finally {
    await next?.catch(() => undefined)
  }
}

/** Reads the rows of a query in turn, planned for all of them; one at a time in a snapshot. */
export async function openCursor<Row>(
  snapshot: Db,
  query: RawBuilder<Row>,
): Promise<(place: { limit: number }) => Promise<Row[]>> {
  await sql`set local cursor_tuple_fraction = 1`.execute(snapshot)
  await sql`set local work_mem = '64MB'`.execute(snapshot)
  await sql`declare lignes_de_la_liste no scroll cursor for ${query}`.execute(snapshot)
  return async ({ limit }) => {
    const { rows } = await sql<Row>`
      fetch ${sql.lit(limit)} from lignes_de_la_liste`.execute(snapshot)
    return rows
  }
}

/** What a generator reads of one snapshot of gifts too, which ends with it. */
export async function* streamSnapshot<Item>(
  db: Db,
  read: (snapshot: Db) => AsyncGenerator<Item>,
): AsyncGenerator<Item> {
  const snapshot = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    await keepDonations(snapshot)
    yield* read(snapshot)
  } finally {
    await snapshot.rollback().execute()
  }
}
