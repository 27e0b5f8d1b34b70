import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { expireJobs } from '../../platform/jobs/expire'
import { SERVICE_STOPPED } from '../failure'
import { failAny } from './entry'

/** For queries joining `leases` to `imports`: the import's process died, swept or not. */
export const IS_DEAD = sql<boolean>`
  imports.statut = 'processing' and renewals is null`

/** Ends the imports of dead processes; returns how many. */
export const expireDead = (db: Db): Promise<number> =>
  expireJobs(db, 'import', (tx, id) => failAny(tx, id, SERVICE_STOPPED))
