import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Publications } from '../../../service/contract/publications'
import { get, refresh } from '../../support/analyses'
import {
  CSV,
  expectDifference,
  lineOf,
  type Step,
  type World,
  yearsOf,
} from '../../support/differences'
import { type Don, don } from '../../support/dons'
import { PATIENCE } from '../../support/hasard'
import { importFile } from '../../support/imports'
import { startService } from '../../support/service'

const ANNEES = [2020, 2021, 2022, 2023, 2024]
/** More changed gifts than an import measures one by one. */
const GROS = 210_000

test(
  'deux gros imports entre deux publications comptent chacun pour soi, décisions comprises',
  { timeout: PATIENCE },
  async () => {
    const { app } = await startService()
    await refresh(app)
    const world: World = { dons: new Map(), exclus: new Set() }
    const vide = yearsOf(world, ANNEES)
    const steps: Step[] = []
    const note = (told: RegExp, depuis: number) =>
      steps.push({ told, depuis, after: yearsOf(world, ANNEES) })

    async function importAll(dons: Don[]): Promise<void> {
      const depuis = Date.now()
      const status = await importFile(app, 'donations', CSV + dons.map(lineOf).join(''))
      expect(status.status, status.message).toBe('completed')
      for (const given of dons) world.dons.set(given.id, given)
      note(/^Import de /, depuis)
    }
    async function exclude(contact_id: string): Promise<void> {
      const payload = { contact_id }
      const depuis = Date.now()
      const answer = await app.inject({ method: 'POST', url: '/api/exclusions/exclure', payload })
      expect(answer.statusCode, answer.body).toBe(200)
      world.exclus.add(contact_id)
      note(new RegExp(`^Exclusion de ${contact_id}\u00A0: `), depuis)
    }
    const gift = (at: number, shift: number): Don =>
      don({
        id: String(at),
        contact_id: `C${(at * (1 + shift)) % 6_000}`,
        order_amount: (at + shift) % 100,
        order_date: `${ANNEES[(at + shift) % 5]}-06-15`,
      })
    const gifts = (first: number, count: number, shift: number) =>
      Array.from({ length: count }, (_, at) => gift(first + at, shift))

    await importAll(gifts(1, GROS, 0))
    await exclude('C5')
    await importAll(gifts(100_000, GROS, 6))
    await exclude('C7')
    await importAll([...gifts(1, 40, 3), ...gifts(1_000_000, 40, 1)])
    await refresh(app)

    const { publications } = await get<Publications>(app, '/api/publications')
    expect(publications.map(({ numero }) => numero)).toEqual([1])
    await expectDifference(app, [0, 1], vide, steps, 'gros imports')
  },
)

test('ce qu’un import déjà publié laisse ne compte pas dans la mesure du suivant', async () => {
  const { app, database } = await startService()
  await refresh(app)
  await importFile(
    app,
    'donations',
    `${CSV}1;10;2024-01-01;A\n2;20;2024-01-02;A\n3;40;2024-01-03;B\n`,
  )
  // As an import leaves it that measured another before a refresh published that one and ended after it.
  await sql`
    insert into journal_imports
    values (0, gen_random_uuid(), 0, 0, '[{"annee": 2024, "dons": 5, "montant": 500, "donateurs": 2}]')`.execute(
    database.db,
  )
  await sql`call mesurer_imports()`.execute(database.db)
  const { rows } = await sql`select effets from imports_a_publier`.execute(database.db)
  expect(rows).toEqual([{ effets: [{ annee: 2024, dons: 3, montant: 70, donateurs: 2 }] }])
})
