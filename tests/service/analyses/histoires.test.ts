import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import type { Fraicheur, RefreshStatus } from '../../../service/contract/rafraichissement'
import { createRandom } from '../../../service/programs/demo/random'
import { get, refresh } from '../../support/analyses'
import { type Don, don, insertDons } from '../../support/dons'
import { expectedTables, readTables } from '../../support/faits'
import { MANY_DRAWS, tirages } from '../../support/hasard'
import { importFile } from '../../support/imports'
import { recompute } from '../../support/reference/answers'
import type { World } from '../../support/reference/gifts'
import { severalServers, startService, startServiceOn } from '../../support/service'
import { suspendre } from '../../support/suspendre'

const CONTACTS = ['A', 'B', 'C', 'D', 'E', 'F'] as const
const ANNEES = [2022, 2023, 2024] as const
const PAS = () => tirages(60)
/** How many of the calls are made after a step: all of them where time is given, some of them taken at random else. */
const PART = MANY_DRAWS ? 1 : 0.3
const GRAINE = Number(process.env['GRAINE'] ?? Date.now() % 100_000)

/** What is so at one moment: the gifts that are stored, who is excluded, and who is the same person. */
interface Moment {
  dons: Map<string, Don>
  exclus: Set<string>
  /** Whom a contact counts as that is another. */
  groupes: Map<string, string>
}
const copyOf = ({ dons, exclus, groupes }: Moment): Moment => ({
  dons: new Map(dons),
  exclus: new Set(exclus),
  groupes: new Map(groupes),
})

/** Everybody who counts as the same person. */
const fellowsOf = ({ groupes }: Moment, contact: string): string[] => {
  const principal = groupes.get(contact) ?? contact
  return CONTACTS.filter((other) => (groupes.get(other) ?? other) === principal)
}

const worldOf = (dons: Moment, exclus: Moment): World => ({
  dons: [...dons.dons.values()],
  exclus: [...exclus.exclus],
  groupes: Object.fromEntries(exclus.groupes),
  motif: 'VFL',
  produit: 'PRODUIT',
})

const CSV = 'id;montant;date;contact;campagne;media;origine\n'
const lineOf = (one: Don) =>
  `${one.id};${one.order_amount};${one.order_date};${one.contact_id};${one.campaign_code ?? ''};${one.codemedia_code ?? ''};${one.origincode_code ?? ''}\n`

/**
 * Two services on one base, and random steps: imports, exclusions, reinstatements, refreshes that begin and end while
 * the others go on. After each step the calls of either service answer what a recomputation finds: the gifts as
 * published with the exclusions of now, or, where an import has changed a donor decided about since, the published
 * figures, with the notice on.
 */
test(
  `à chaque pas d’une histoire au hasard, tout appel dit les dons publiés et les exclusions de maintenant (graine ${GRAINE})`,
  { timeout: 3_600_000 },
  async () => {
    const { pick, between, chance } = createRandom(GRAINE)
    const { app: one, database } = await startService()
    const { app: other } = await startServiceOn(database)
    const { db } = database
    const now: Moment = { dons: new Map(), exclus: new Set(), groupes: new Map() }
    let next = 1

    /** Since the latest publication, or since the snapshot of the refresh that runs. */
    interface Since {
      moment: Moment
      decided: Set<string>
      touched: Set<string>
    }
    const since = (): Since => ({
      moment: copyOf(now),
      decided: new Set(),
      touched: new Set(),
    })
    const randomDon = (id: string): Don =>
      don({
        id,
        contact_id: pick(CONTACTS),
        order_amount: pick([5, 20, 49.99, 120, 3_000]),
        order_date: `${pick(ANNEES)}-${pick(['01-01', '06-30', '11-15', '12-31'])}`,
        campaign_code: pick([null, 'VFL 24', 'NOEL']),
        codemedia_code: pick([null, 'WEB', 'SMS']),
        origincode_code: pick(['O1', 'O2']),
      })
    for (; next <= 12; next++) now.dons.set(`${next}`, randomDon(`${next}`))
    // Series, which steps break and lengthen.
    for (; next <= 24; next++)
      now.dons.set(`${next}`, {
        ...randomDon(`${next}`),
        contact_id: next % 2 ? 'A' : 'B',
        order_amount: 20,
        order_date: `2024-${String(Math.ceil((next - 12) / 2) + 3).padStart(2, '0')}-${next % 2 ? 15 : 30}`,
      })
    await insertDons(db, [...now.dons.values()])
    await refresh(one)
    let published = since()
    let running: { snapshot: Since; id: string; release: () => Promise<void> } | undefined

    const noteDecided = (contacts: readonly string[]) => {
      for (const state of [published, running?.snapshot])
        for (const contact of contacts) state?.decided.add(contact)
    }
    const decideOn = (contacts: readonly string[], excluded: boolean) => {
      for (const contact of contacts)
        if (excluded) now.exclus.add(contact)
        else now.exclus.delete(contact)
      noteDecided(contacts)
    }

    const steps: Record<string, () => Promise<void>> = {
      async importer() {
        // On several servers an import ends after the refresh that runs.
        if (running && severalServers()) await steps['rafraichir']?.()
        const ids = Array.from({ length: between(1, 3) }, () =>
          chance(0.4) ? pick(['1', ...now.dons.keys()]) : `${next++}`,
        )
        const changed = [...new Set(ids)].map(randomDon)
        const text = CSV + changed.map(lineOf).join('')
        expect((await importFile(pick([one, other]), 'donations', text)).status).toBe('completed')
        for (const state of [published, running?.snapshot])
          for (const given of changed) {
            const before = now.dons.get(given.id)
            if (before && lineOf(before) === lineOf(given)) continue
            state?.touched.add(given.contact_id)
            if (before) state?.touched.add(before.contact_id)
          }
        for (const given of changed) now.dons.set(given.id, given)
      },
      async decider() {
        const known = CONTACTS.filter((contact) =>
          [...now.dons.values()].some(({ contact_id }) => contact_id === contact),
        )
        const contact = known[between(0, known.length - 1)] ?? 'A'
        const operation = now.exclus.has(contact) ? 'reintegrer' : 'exclure'
        const response = await pick([one, other]).inject({
          method: 'POST',
          url: `/api/exclusions/${operation}`,
          payload: { contact_id: contact },
        })
        expect(response.statusCode, response.body).toBe(200)
        decideOn(fellowsOf(now, contact), operation === 'exclure')
      },
      async fusionner() {
        const [contact, principal] = [pick(CONTACTS), pick(CONTACTS)]
        const exclusion = pick(['exclure', 'reintegrer'] as const)
        const fellows = [...new Set([contact, principal].flatMap((one) => fellowsOf(now, one)))]
        const response = await pick([one, other]).inject({
          method: 'POST',
          url: '/api/donateurs/fusionner',
          payload: {
            groupes: [{ principal, contacts: [contact] }],
            exclusion,
            raison: 'au hasard',
          },
        })
        if (response.statusCode !== 200) return
        const excluded = fellows.filter((fellow) => now.exclus.has(fellow)).length
        if (excluded > 0 && excluded < fellows.length)
          decideOn(
            fellows.filter((fellow) => now.exclus.has(fellow) !== (exclusion === 'exclure')),
            exclusion === 'exclure',
          )
        for (const fellow of fellows) now.groupes.set(fellow, principal)
        now.groupes.delete(principal)
        noteDecided(fellows)
      },
      async separer() {
        const contact = pick(CONTACTS)
        const fellows = fellowsOf(now, contact)
        const response = await pick([one, other]).inject({
          method: 'POST',
          url: '/api/donateurs/separer',
          payload: { contact_id: contact, raison: 'au hasard' },
        })
        if (response.statusCode !== 200) return
        // Without their principal the others count as one of them; as which, no figure tells.
        const isMember = now.groupes.delete(contact)
        const [first = contact, ...others] = fellows.filter((fellow) => fellow !== contact)
        if (!isMember) {
          for (const fellow of others) now.groupes.set(fellow, first)
          now.groupes.delete(first)
        }
        noteDecided(fellows)
      },
      async rafraichir() {
        if (running) {
          const { id, release } = running
          await release()
          await expect
            .poll(async () => (await readRefresh(one, id)).status, {
              timeout: 60_000,
              interval: 10,
            })
            .toBe('completed')
          published = running.snapshot
          running = undefined
          return
        }
        // The refresh takes its snapshot, then waits for this row in the middle.
        const snapshot = since()
        const { started, release } = await suspendre(database, async () =>
          pick([one, other]).inject({
            method: 'POST',
            url: '/api/analytics/refresh-views-progressive',
          }),
        )
        const { refresh_id: id } = (await started).json<{ refresh_id: string }>()
        running = { snapshot, id, release }
      },
    }

    for (let step = 1; step <= PAS(); step++) {
      const alone = ['importer', 'decider', 'rafraichir'] as const
      const name = pick(
        severalServers() ? alone : [...alone, 'decider', 'fusionner', 'fusionner', 'separer'],
      )
      await steps[name]?.()
      const mixed = [...published.decided].some((contact) => published.touched.has(contact))
      const app = pick([one, other])
      const fraicheur = await get<Fraicheur>(app, '/api/analytics/fraicheur')
      const where = `pas ${step}, ${name}, graine ${GRAINE}`
      expect(fraicheur.exclusions_comprises, where).toBe(!mixed)
      const expected = recompute(
        {
          ...worldOf(published.moment, mixed ? published.moment : now),
          importe: published.touched.size > 0,
        },
        [pick([...ANNEES, 2025])],
        worldOf(published.moment, published.moment),
      )
      for (const [path, answer] of [...expected].filter(() => chance(PART)))
        expect(await get(app, path), `${where} : ${path}`).toEqual(answer)
    }

    if (running) await steps['rafraichir']?.()
    await refresh(one)
    expect(await readTables(db)).toEqual(await expectedTables(db))
  },
)

const readRefresh = (app: FastifyInstance, id: string) =>
  get<RefreshStatus>(app, `/api/analytics/refresh-views-status/${id}`)
