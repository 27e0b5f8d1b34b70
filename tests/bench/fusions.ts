import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { withBase } from './base'
import type { Cout, Measure } from './processeur'
import { both, median, printTable } from './table'

const GROUPES = 10_000
const ONE_BY_ONE = 100
/** Of one call. */
const AT_ONCE = 100

interface Groupe {
  principal: string
  contacts: string[]
}

async function fuse(app: FastifyInstance, groupes: Groupe[]): Promise<void> {
  const payload = { groupes, raison: 'La même personne' }
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: '/api/donateurs/fusionner',
    payload,
  })
  if (statusCode !== 200) throw new Error(body)
}

/** « Actualiser », some times; the one that takes the least of a processor. */
async function refresh(app: FastifyInstance, measure: Measure, rounds = 3): Promise<Cout> {
  const times: Cout[] = []
  for (let round = 0; round < rounds; round += 1) {
    times.push(
      await measure(async () => {
        const { statusCode, body } = await app.inject({
          method: 'POST',
          url: '/api/analytics/refresh-views',
        })
        if (statusCode !== 200) throw new Error(body)
      }),
    )
    await wait(200)
  }
  return times.reduce((one, other) => (one.processeur < other.processeur ? one : other))
}

/** What people who decide on proposals wait for: a merge until the dashboard has it; and what merges cost a refresh. */
export default async function run([given]: string[]): Promise<void> {
  await withBase(Number(given ?? 5_000_000), async ({ db, app, measure }) => {
    const { rows } = await sql<{ contact_id: string }>`
      select contact_id from donateurs_carrieres order by hashtext(contact_id) limit ${2 * GROUPES}`.execute(
      db,
    )
    const groupes = rows.flatMap(({ contact_id: principal }, at) => {
      const other = rows[at + 1]
      return at % 2 === 0 && other ? [{ principal, contacts: [other.contact_id] }] : []
    })
    const avant = await refresh(app, measure)
    const merges: Cout[] = []
    for (const groupe of groupes.slice(0, ONE_BY_ONE))
      merges.push(
        await measure(async () => {
          await fuse(app, [groupe])
          for (const call of ['stats', 'stats-graphiques', 'stats-mensuelles'])
            await app.inject(`/api/dashboard/${call}/2024`)
        }),
      )
    for (let at = ONE_BY_ONE; at < groupes.length; at += AT_ONCE)
      await fuse(app, groupes.slice(at, at + AT_ONCE))
    // The first one has the groups' facts to make.
    const premier = await refresh(app, measure, 1)
    const apres = await refresh(app, measure)
    printTable(
      ['what', 'time', 'processor', 'goal'],
      [
        [
          'a merge, then the dashboard',
          `${median(merges.map(({ ms }) => ms)).toFixed(0)} ms`,
          `${median(merges.map(({ processeur }) => processeur)).toFixed(0)} ms`,
          '≤ 300 ms',
        ],
        ['a refresh of everything, without groups', ...both(avant), ''],
        [`the first with ${groupes.length}`, ...both(premier), ''],
        ['the next ones', ...both(apres), ''],
        [
          '… to that without',
          (apres.ms / avant.ms).toFixed(2),
          (apres.processeur / avant.processeur).toFixed(2),
          '≤ 1.05',
        ],
      ],
    )
  })
}
