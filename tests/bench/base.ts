import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pino from 'pino'
import { buildApp } from '../../service/app'
import { readConfig } from '../../service/config'
import { connect, type Db } from '../../service/platform/database/connect'
import { type Embedded, openEmbedded } from '../../service/platform/database/embedded'
import { migrateAsOwner } from '../../service/platform/database/prepare'
import { fillDonations } from './analyses-donations'
import { createMeasure, type Measure } from './processeur'

/** Contacts as cards, in the order of their ids. */
async function fillCards(db: Db): Promise<void> {
  await sql`
    insert into donateurs (contact_id, firstname, lastname, city, zip, email, phone)
    select contact_id,
      (array['Anne', 'Zoé', 'Émile', 'Paul', 'Nadia', 'Yves', 'Chloé'])[1 + abs(hashint4(numero)) % 7],
      'Nom' || numero % 200000, 'Ville' || numero % 9000, lpad((numero * 7 % 95000)::text, 5, '0'),
      'nom' || numero || '@exemple.fr', '06' || lpad(numero::text, 8, '0')
    from (
      select contact_id, contact_id::integer as numero
      from (select distinct contact_id from donations) as ids
    ) as contacts
    order by contact_id`.execute(db)
  await sql`vacuum analyze donateurs`.execute(db)
}

interface Base {
  db: Db
  /** The service's address of the database. */
  url: string
  app: FastifyInstance
  measure: Measure
}

/** A migrated, empty database in a folder of its own; both are gone when `measure` ends, or this process is told to end. */
export async function withDatabase(
  measure: (database: Embedded & { folder: string }) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dons-bench-'))
  await chmod(folder, 0o755)
  const embedded = await openEmbedded(folder)
  const remove = async () => {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const cut = () => void remove().finally(() => process.exit(1))
  process.once('SIGINT', cut).once('SIGTERM', cut)
  try {
    const owner = connect(embedded.ownerUrl, { max: 1 })
    await migrateAsOwner(owner.db)
    await owner.close()
    await measure({ ...embedded, folder })
  } finally {
    await remove()
    process.off('SIGINT', cut).off('SIGTERM', cut)
  }
}

/** So many gifts with their cards, published, and the service; all gone when `measure` ends. */
export const withBase = (dons: number, measure: (base: Base) => Promise<void>): Promise<void> =>
  withDatabase(async ({ url, folder }) => {
    const database = connect(url, { statementTimeout: 0 })
    try {
      await fillDonations(database.db, dons)
      await fillCards(database.db)
      const config = readConfig({ DATABASE_URL: url, DATA_DIR: folder })
      const log = pino({ level: 'silent' })
      const app = await buildApp({ config, log, ...connect(url) })
      const { statusCode, body } = await app.inject({
        method: 'POST',
        url: '/api/analytics/refresh-views',
      })
      if (statusCode !== 200) throw new Error(body)
      await measure({ db: database.db, url, app, measure: createMeasure(folder) })
      await app.close()
    } finally {
      await database.close()
    }
  })
