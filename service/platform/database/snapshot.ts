import type { Db } from './connect'

/** Runs reads in one snapshot. */
export const inSnapshot = <Answer>(
  db: Db,
  read: (snapshot: Db) => Promise<Answer>,
): Promise<Answer> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
