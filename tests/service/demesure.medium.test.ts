import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { refresh } from '../support/analyses'
import { listAppels } from '../support/demesure/appels'
import { type Base, seed } from '../support/demesure/bases'
import { counted } from '../support/dons'
import { startService } from '../support/service'

/** Enough to pass every bound of an answer, so few that nobody waits. */
const TAILLES: Record<Base, number> = { codes: 700, centimes: 3_000, fidele: 2_500, jours: 1 }

/** The largest answer of a call, in bytes. */
const PLUS_GRANDE = 2_000_000

const { app, database } = await startService()
await app.ready()

describe('[A1] Sur une base démesurée, en petit', () => {
  for (const [base, taille] of Object.entries(TAILLES) as [Base, number][])
    test(`${base} : chaque appel répond, et rien de plus long que sa borne`, async () => {
      await sql`delete from donations`.execute(database.db)
      await sql`delete from donateurs`.execute(database.db)
      await database.pool.query(seed(base, taille))
      await counted(database.db)
      await refresh(app)
      const appels = await listAppels(base)
      expect(appels.length).toBeGreaterThan(80)
      const faults: string[] = []
      for (const url of appels) {
        const { statusCode, body } = await app.inject(url)
        if (statusCode !== 200 || body.length > PLUS_GRANDE)
          faults.push(`${url}: ${statusCode}, ${body.length}, ${body.slice(0, 200)}`)
      }
      expect(faults).toEqual([])
    })
})
