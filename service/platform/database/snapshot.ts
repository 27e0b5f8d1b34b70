import { sql } from 'kysely'
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

/** All rows of a list that is read part by part, so many at once. */
export async function* inParts<Row>(
  atOnce: number,
  read: (part: { offset: number; limit: number }) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let offset = 0; ; offset += atOnce) {
    const rows = await read({ offset, limit: atOnce })
    yield* rows
    if (rows.length < atOnce) return
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
