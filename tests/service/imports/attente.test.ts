import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { connect, type Db } from '../../../service/platform/database/connect'
import { derive } from '../../../service/platform/jobs/derived'
import { SIGNALEMENTS } from '../../../service/verification/trouver'
import { importFile } from '../../support/imports'
import { startService } from '../../support/service'

const { app, database } = await startService()
const { db } = database
/** As the service itself searches. */
const service = connect(database.serviceUrl)
afterAll(() => service.close())

const fichier = (dons: number, montant: number) => {
  let text = 'id;montant;date;contact;media;campagne;origine;produit;commande\n'
  for (let id = 1; id <= dons; id++)
    text += `${id};${montant};2025-01-0${1 + (id % 9)};c${id % 9};W;C;O;P;${id}\n`
  return text
}

await importFile(app, 'donations', fichier(50, 10))

test('A3 B12 un import n’attend pas un rafraîchissement : celui-ci recommence et contient l’import', async () => {
  // What a refresh computes last waits for this one, which holds nothing that an import needs.
  const held = await db.startTransaction().execute()
  await sql`lock table totaux_annuels_ecarts in access exclusive mode`.execute(held)
  const asked = app.inject({ method: 'POST', url: '/api/analytics/refresh-views' })
  const waits = async () => {
    const { rows } = await sql`
      select from pg_locks where relation = 'totaux_annuels_ecarts'::regclass and not granted`.execute(
      db,
    )
    return rows.length > 0
  }
  while (!(await waits())) await wait(20)
  const { status } = await importFile(app, 'donations', fichier(50, 30))
  await held.rollback().execute()
  expect(status).toBe('completed')
  const answer = await asked
  expect(answer.statusCode, answer.body).toBe(200)
  const { rows } = await sql<{
    montant: number
  }>`select sum(montant) as montant from dons_par_mois`.execute(db)
  expect(rows).toEqual([{ montant: 1500 }])
})

test('A3 un import n’attend pas une recherche de fond, qui cède le passage et recommence ; après trois fois elle finit', async () => {
  let begun = 0
  const make = async (tx: Db) => {
    begun++
    await sql`select pg_sleep(${begun < 4 ? 20 : 2})`.execute(tx)
  }
  const search = derive(service.db, { ...SIGNALEMENTS, make })
  for (let given = 1; given <= 4; given++) {
    while (begun < given) await wait(10)
    const from = performance.now()
    const { status } = await importFile(app, 'donations', fichier(50, 30 + given))
    expect(status).toBe('completed')
    expect(performance.now() - from).toBeLessThan(15_000)
  }
  expect(await search).toBe(true)
  expect(begun).toBe(4)
})
