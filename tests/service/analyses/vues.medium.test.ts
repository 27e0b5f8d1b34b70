import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrateAsOwner } from '../../../service/platform/database/prepare'
import { generateDemo } from '../../../service/programs/demo/generate'
import { listVues } from '../../../service/publication/rafraichissement/vues'
import { getAll, refresh, store } from '../../support/analyses'
import { type Don, insertDons } from '../../support/dons'
import { PATIENCE, tirages } from '../../support/hasard'
import { importFile } from '../../support/imports'
import { publier } from '../../support/publier'
import { recompute } from '../../support/reference/answers'
import type { World } from '../../support/reference/gifts'
import { startService } from '../../support/service'
import { world } from '../../support/worlds'

const { app, database } = await startService()
const { db } = database
await app.ready()

async function expectSameFigures(
  given: World,
  years: readonly number[],
  published = given,
): Promise<void> {
  const expected = recompute(given, years, published)
  expect(await getAll(app, expected.keys())).toEqual(Object.fromEntries(expected))
}

test('le rafraîchissement connaît toutes les vues, chacune après celles dont elle vient, aussi une fois refaite', async () => {
  const check = async () => {
    const { rows } = await sql<{ vue: string; source: string | null }>`
      select vue.relname as vue, source.relname as source
      from pg_class as vue
      left join (
        select distinct rule.ev_class, source.relname
        from pg_depend
        join pg_rewrite as rule on rule.oid = pg_depend.objid
        join pg_class as source on source.oid = pg_depend.refobjid and source.relkind = 'm'
        where source.oid <> rule.ev_class
      ) as source on source.ev_class = vue.oid
      where vue.relkind = 'm'`.execute(db)
    const order = (await listVues(db)).map(({ relation }) => relation)

    expect(order[0]).toBe('donateurs_annees')
    expect([...new Set(rows.map(({ vue }) => vue))].sort()).toEqual(order.slice(1).sort())
    for (const { vue, source } of rows)
      if (source !== null) expect(order.indexOf(source), vue).toBeLessThan(order.indexOf(vue))
    return order
  }
  const order = await check()
  const oid = async () =>
    (
      await sql<{
        oid: number
      }>`select 'donateurs_par_jour_entier'::regclass::oid::int4 as oid`.execute(db)
    ).rows[0]?.oid
  const before = await oid()
  // An upgrade with another file.
  await sql`
    update schema_fichiers set empreinte = 'autre' where fichier like 'vues/donateurs_par_jour%'`.execute(
    db,
  )
  await migrateAsOwner(db)
  expect(await oid()).not.toBe(before)
  expect(await check()).toHaveLength(order.length)
})

test(
  'les vues rafraîchies répondent ce qu’un recalcul indépendant trouve, l’une après l’autre',
  { timeout: PATIENCE },
  async () => {
    await fc.assert(
      fc.asyncProperty(world, async (given) => {
        await store(db, given)
        await refresh(app)
        await expectSameFigures(given, [2016, 2018])
      }),
      { numRuns: tirages(5), endOnFailure: true },
    )
  },
)

test('un donateur exclu ne compte plus, réintégré il compte comme avant : aussitôt, puis rafraîchi', async () => {
  const given: World = {
    dons: fc.sample(fc.array(donOf('FAUX', 'B', 'C'), { minLength: 30, maxLength: 30 }), 1).flat(),
    exclus: [],
    motif: 'VFL',
    produit: 'PRODUIT',
  }
  await store(db, given)
  const without = { ...given, exclus: ['FAUX'] }
  for (const [action, before, after] of [
    ['exclure', given, without],
    ['reintegrer', without, given],
  ] as const) {
    const url = `/api/exclusions/${action}`
    const response = await app.inject({ method: 'POST', url, payload: { contact_id: 'FAUX' } })
    expect(response.statusCode, response.body).toBe(200)
    await expectSameFigures(after, [2023, 2024], before)
    await refresh(app)
    await expectSameFigures(after, [2023, 2024])
  }
})

test('exclu après un import qui a changé ses dons, il compte tel que publié, jusqu’au rafraîchissement', async () => {
  const published: World = {
    dons: fc.sample(fc.array(donOf('FAUX', 'B'), { minLength: 10, maxLength: 10 }), 1).flat(),
    exclus: [],
    motif: 'VFL',
    produit: 'PRODUIT',
  }
  await store(db, published)
  await refresh(app)
  await importFile(app, 'donations', 'id;montant;date;contact\nneuf;30;2024-07-14;FAUX\n')
  const payload = { contact_id: 'FAUX' }
  const response = await app.inject({ method: 'POST', url: '/api/exclusions/exclure', payload })
  expect(response.statusCode, response.body).toBe(200)
  await expectSameFigures(published, [2023, 2024])
  await refresh(app)
  await expectSameFigures({ ...published, exclus: ['FAUX'] }, [2023, 2024])
})

/** A donation of one of these contacts. */
function donOf(...contacts: string[]): fc.Arbitrary<Don> {
  return fc.record({
    id: fc.uuid(),
    order_id: fc.constant(null),
    order_amount: fc.integer({ min: 1, max: 500 }),
    order_date: fc.constantFrom('2022-03-01', '2023-12-31', '2024-01-01', '2024-07-14'),
    contact_id: fc.constantFrom(...contacts),
    codemedia_code: fc.constantFrom('WEB', null),
    campaign_code: fc.constantFrom('VFL', 'NOEL'),
    origincode_code: fc.constantFrom('X', null),
    product_code: fc.constant(null),
  })
}

test(
  'les chiffres des données de démonstration sont ceux d’un recalcul indépendant',
  { timeout: PATIENCE },
  async () => {
    const dons = generateDemo(500, new Date('2026-03-15T12:00:00Z')).donations.map(toDon)
    const given: World = { dons, exclus: [], motif: 'VFL', produit: 'PRODUIT' }
    await store(db, { ...given, dons: [] })
    await insertDons(db, dons)
    // With workers, as of many gifts.
    await db.connection().execute(async (one) => {
      await sql`set min_parallel_table_scan_size = 0`.execute(one)
      await publier(one)
      await sql`reset min_parallel_table_scan_size`.execute(one)
    })
    await expectSameFigures(given, [2012, 2013, 2019, 2025, 2026, 2027])
  },
)

/** A row of the demo's donations file, whose columns stand in the order of the table's. */
function toDon(row: readonly string[]): Don {
  const [id = '', order_id, order_amount, order_date = '', contact_id = '', ...codes] = row
  const [codemedia_code, campaign_code, origincode_code, product_code] = codes.map((code) =>
    code === '' || code === 'nan' ? null : code,
  )
  return {
    id,
    order_id: order_id ?? null,
    order_amount: Number(order_amount),
    order_date,
    contact_id,
    codemedia_code: codemedia_code ?? null,
    campaign_code: campaign_code ?? null,
    origincode_code: origincode_code ?? null,
    product_code: product_code ?? null,
  }
}
