import type { Db } from '../database/connect'

/** The years with at least one gift and the largest gift of each, latest year first, as they are now. */
export const readAnnees = (db: Db): Promise<{ annee: number; montant_max: number }[]> =>
  db.selectFrom('annees_des_dons').selectAll().orderBy('annee', 'desc').execute()

/** One state of the data for all that `read` asks. */
export const readingTogether = <Result>(
  db: Db,
  read: (transaction: Db) => Promise<Result>,
): Promise<Result> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
