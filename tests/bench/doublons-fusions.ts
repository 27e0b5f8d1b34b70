import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../service/platform/database/connect'
import { median, seconds } from './table'

const GROUPES = 10_000
/** Of one call. */
const AT_ONCE = 100

interface Groupe {
  principal: string
  contacts: string[]
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
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

/** « Actualiser », three times; the median. */
async function refresh(app: FastifyInstance): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 3; round += 1) {
    times.push(
      await timed(async () => {
        const { statusCode, body } = await app.inject({
          method: 'POST',
          url: '/api/analytics/refresh-views',
        })
        if (statusCode !== 200) throw new Error(body)
      }),
    )
    await wait(200)
  }
  return median(times)
}

/** What people who decide on proposals wait for: a merge until the dashboard has it, and what merges cost a refresh. */
export async function measureFusions(app: FastifyInstance, db: Db): Promise<string[][]> {
  const { rows } = await sql<Groupe>`
    select principal, array_remove(contacts, principal) as contacts
    from doublons_groupes
    where montant > 0
    order by montant desc, principal`.execute(db)
  // Where it is doubtful who is whom, a contact is in several proposals.
  const pris = new Set<string>()
  const groupes = rows
    .filter(({ principal, contacts }) => {
      const all = [principal, ...contacts]
      const isFree = all.every((contact) => !pris.has(contact))
      if (isFree) for (const contact of all) pris.add(contact)
      return isFree
    })
    .slice(0, GROUPES)
  const avant = await refresh(app)
  const merges: number[] = []
  for (const groupe of groupes.splice(0, 10))
    merges.push(
      await timed(async () => {
        await fuse(app, [groupe])
        await app.inject('/api/dashboard/stats/2021')
      }),
    )
  for (let at = 0; at < groupes.length; at += AT_ONCE)
    await fuse(app, groupes.slice(at, at + AT_ONCE))
  // The first one has the groups' facts to make.
  await app.inject({ method: 'POST', url: '/api/analytics/refresh-views' })
  const apres = await refresh(app)
  return [
    ['a merge, then the dashboard', `${median(merges).toFixed(0)} ms`, '≤ 300 ms'],
    ['a refresh of everything, without groups', seconds(avant), ''],
    [
      `… with ${groupes.length + merges.length} groups`,
      `${seconds(apres)} (${(apres / avant).toFixed(2)})`,
      '≤ 1.05',
    ],
  ]
}
