import type { Db } from './connect'

/** Reads what belongs together as it stands at one moment. */
export const inSnapshot = <Answer>(
  db: Db,
  read: (snapshot: Db) => Promise<Answer>,
): Promise<Answer> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
