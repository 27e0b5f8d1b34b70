import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Evenement } from '../../../service/contract/exclusions'
import type { Difference, Publications } from '../../../service/contract/publications'
import { createRandom } from '../../../service/programs/demo/random'
import { get, refresh } from '../../support/analyses'
import {
  CSV,
  expectDifference,
  lineOf,
  type Step,
  type World,
  yearsOf,
} from '../../support/differences'
import { type Don, don, insertDons } from '../../support/dons'
import { PATIENCE, tirages } from '../../support/hasard'
import { importFile } from '../../support/imports'
import { severalServers, startService } from '../../support/service'
import { suspendre } from '../../support/suspendre'
import { empty } from '../../support/vider'

const ACTS: Record<string, string> = {
  EXCLUSION: 'Exclusion',
  REINTEGRATION: 'Réintégration',
  FUSION: 'Fusion',
  SEPARATION: 'Séparation',
}
const CONTACTS = ['A', 'B', 'C', 'D', 'É'] as const
const ANNEES = [2022, 2023, 2024] as const
const HISTOIRES = tirages(15)
const PAS = 6
const GRAINE = Number(process.env['GRAINE'] ?? Date.now() % 100_000)

test(
  `toute différence entre deux publications s’explique au centime, cause par cause (graine ${GRAINE})`,
  { timeout: 3 * PATIENCE },
  async () => {
    const { pick, between, chance } = createRandom(GRAINE)
    const oneOf = <Value>(values: readonly Value[]): Value | undefined =>
      values[between(0, values.length - 1)]
    const { app, database } = await startService()
    const { db } = database
    let next = 1
    const groupes = new Map<string, string>()
    const world: World = { dons: new Map(), exclus: new Set(), groupes }
    const randomDon = (id: string): Don =>
      don({
        id,
        contact_id: pick(CONTACTS),
        order_amount: pick([0, 5, 20, 49.99, 120, 3_000.01]),
        order_date: `${pick(ANNEES)}-${pick(['01-01', '06-30', '12-31'])}`,
      })
    let steps: Step[] = []
    let depuis = 0
    const begin = () => (depuis = Date.now())
    const note = (told: RegExp) => steps.push({ told, depuis, after: yearsOf(world, ANNEES) })

    async function importSome(): Promise<void> {
      const ids = Array.from({ length: between(1, 4) }, () =>
        chance(0.5) ? (oneOf([...world.dons.keys()]) ?? `${next++}`) : `${next++}`,
      )
      const changed = [...new Set(ids)].map(randomDon)
      begin()
      const status = await importFile(app, 'donations', CSV + changed.map(lineOf).join(''))
      expect(status.status, status.message).toBe('completed')
      for (const given of changed) world.dons.set(given.id, given)
      note(/^Import de «\u00A0fichier\.csv\u00A0»\u00A0: /)
    }

    async function decideOne(): Promise<void> {
      const contact_id = oneOf([...world.dons.values()])?.contact_id
      if (contact_id === undefined) return
      const isExcluded = world.exclus.has(contact_id)
      begin()
      const answer = await app.inject({
        method: 'POST',
        url: `/api/exclusions/${isExcluded ? 'reintegrer' : 'exclure'}`,
        payload: { contact_id },
      })
      expect(answer.statusCode, answer.body).toBe(200)
      const principal = groupes.get(contact_id) ?? contact_id
      const others = CONTACTS.filter(
        (other) => other !== contact_id && (groupes.get(other) ?? other) === principal,
      )
      for (const contact of [contact_id, ...others])
        apply(isExcluded ? 'REINTEGRATION' : 'EXCLUSION', contact)
    }

    /** What an event of the log changes, and how it is told. */
    function apply(type: string, contact: string, principal?: string | null): void {
      if (type === 'EXCLUSION') world.exclus.add(contact)
      else if (type === 'REINTEGRATION') world.exclus.delete(contact)
      else if (type === 'FUSION' && principal) groupes.set(contact, principal)
      else groupes.delete(contact)
      note(new RegExp(`^${ACTS[type]} de ${contact}${principal ? `.* ${principal}` : ''}\u00A0: `))
    }

    async function regroup(): Promise<void> {
      const [one, other] = [pick(CONTACTS), pick(CONTACTS)]
      const separates = chance(0.4)
      begin()
      const answer = await app.inject({
        method: 'POST',
        url: `/api/donateurs/${separates ? 'separer' : 'fusionner'}`,
        payload: {
          raison: 'au hasard',
          ...(separates
            ? { contact_id: one }
            : {
                groupes: [{ principal: one, contacts: [other] }],
                exclusion: pick(['exclure', 'reintegrer']),
              }),
        },
      })
      if (answer.statusCode !== 200) return
      const { evenements } = answer.json<{ evenements: Evenement[] }>()
      for (const { type, contact_id, contact_principal } of evenements)
        apply(type, contact_id, contact_principal)
    }

    /** A refresh that sees what is so when it begins; the rest happens while it runs. */
    async function refreshMeanwhile(): Promise<Step[]> {
      const { started, release } = await suspendre(database, () => refresh(app))
      const seen = steps
      steps = []
      if (chance(0.7)) await pick([decideOne, ...(severalServers() ? [] : [regroup])])()
      // On several servers an import ends after the refresh that runs.
      if (chance(0.7) && world.dons.size > 0 && !severalServers()) await importSome()
      await release()
      await started
      return seen
    }

    // Of a base that never had a gift nothing is published.
    await importFile(app, 'donations', CSV + lineOf(don({ id: '0', contact_id: 'A' })))
    await refresh(app)

    for (let histoire = 1; histoire <= HISTOIRES; histoire++) {
      const where = `graine ${GRAINE}, histoire ${histoire}`
      for (const contact_id of world.exclus)
        await app.inject({
          method: 'POST',
          url: '/api/exclusions/reintegrer',
          payload: { contact_id },
        })
      for (const contact_id of groupes.keys())
        await app.inject({
          method: 'POST',
          url: '/api/donateurs/separer',
          payload: { contact_id, raison: 'fin' },
        })
      await empty(db, 'donations')
      groupes.clear()
      world.dons.clear()
      world.exclus.clear()
      steps = []
      await refresh(app)

      const { publications } = await get<Publications>(app, '/api/publications')
      const first = publications[0]?.numero ?? 0
      const published = [{ numero: first, totaux: yearsOf(world, ANNEES), since: [] as Step[] }]
      for (let pas = 1; pas <= PAS; pas++) {
        const step = pick(['import', 'import', 'decision', 'regroup', 'refresh', 'meanwhile'])
        if (step === 'import') await importSome()
        else if (step === 'decision' || (step === 'regroup' && severalServers())) await decideOne()
        else if (step === 'regroup') await regroup()
        else {
          const running = step === 'meanwhile' && world.dons.size > 0
          const seen = running ? await refreshMeanwhile() : steps
          if (!running) {
            await refresh(app)
            steps = []
          }
          const known = await get<Publications>(app, '/api/publications')
          const numero = known.publications[0]?.numero ?? 0
          const last = published.at(-1)
          if (seen.length === 0) expect(numero, `${where}, pas ${pas}`).toBe(last?.numero)
          else if (last && numero > last.numero)
            published.push({
              numero,
              totaux: seen.at(-1)?.after ?? last.totaux,
              since: seen,
            })
          else expect.fail(`${where}, pas ${pas}: not published`)
        }
      }
      const [one, other] = [between(0, published.length - 1), between(0, published.length - 1)]
      const [de, a] = [Math.min(one, other), Math.max(one, other)]
      for (const [from, to] of [
        [de, a],
        [0, published.length - 1],
      ] as const)
        await expectDifference(
          app,
          [published[from]?.numero ?? 0, published[to]?.numero ?? 0],
          published[from]?.totaux ?? new Map(),
          published.slice(from + 1, to + 1).flatMap(({ since }) => since),
          `${where}, publications ${from} à ${to}`,
        )
    }
  },
)

test('ce que rien n’explique est daté après tout le reste, quoi qu’en dise l’horloge', async () => {
  const { app, database } = await startService()
  const importOne = (id: string) =>
    importFile(app, 'donations', CSV + lineOf(don({ id, contact_id: 'A' })))
  await importOne('1')
  await refresh(app)
  await importOne('2')
  await importOne('3')
  // The clock was ahead when the last ended.
  await sql`
    update imports set termine_le = termine_le + interval '1 hour'
    where termine_le = (select max(termine_le) from imports)`.execute(database.db)
  await insertDons(database.db, [don({ id: '4', contact_id: 'B' })])
  await refresh(app)
  const { contributions } = await get<Difference>(
    app,
    '/api/publications/difference?chiffre=donations&annee=2024&de=1&a=2',
  )
  expect(contributions.map(({ cause }) => cause)).toEqual([
    ...Array.from({ length: 2 }, () => expect.stringMatching(/^Import /) as string),
    expect.stringMatching(/^Ni import ni décision/),
  ])
  const dates = contributions.map(({ le }) => le)
  expect(dates).toEqual([...dates].sort())
})
