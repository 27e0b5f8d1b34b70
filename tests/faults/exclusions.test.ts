import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EvenementType } from '../../service/contract/exclusions'
import { connect, type Database } from '../../service/platform/database/connect'
import { type RunningProgram } from '../support/application'
import { runAudit } from '../support/audit'
import { type Cluster, createCluster, donsUrl, startService } from '../support/cluster'
import { begin, settled, stage } from '../support/import-calls'

const CLIENTS = 8
const POSTS = 300
const KILLS = ['service', 'service', 'PostgreSQL'] as const
const POSTS_BETWEEN_KILLS = 250

let cluster: Cluster
let service: RunningProgram
let database: Database

beforeAll(async () => {
  cluster = await createCluster()
  service = await startService(cluster)
  database = connect(donsUrl(cluster))
}, 120_000)

afterAll(async () => {
  await service.stop('SIGKILL')
  await database.close()
  await cluster.remove()
})

interface Post {
  type: EvenementType
  contact_id: string
  evenement_id: string
}

/** Posts until the service answers it, whatever dies meanwhile; the status of that answer. */
async function insist({ type, ...body }: Post): Promise<number> {
  const call = type === 'EXCLUSION' ? 'exclure' : 'reintegrer'
  for (;;) {
    try {
      const response = await fetch(`${service.url}/api/exclusions/${call}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(15_000),
      })
      await response.arrayBuffer()
      if (response.status < 500) return response.status
    } catch {
      // The service, the database or the connection died: what became of the post is unknown.
    }
    await wait(50)
  }
}

/** Excludes and reinstates a donor of the client's own, and every fifth time one that all of them fight for. */
async function runClient(client: number, answered: (post: Post, status: number) => void) {
  for (let at = 0; at < POSTS; at += 1) {
    const shared = at % 5 === 4
    const turn = at - Math.floor(at / 5)
    const post: Post = {
      type: turn % 2 === 0 ? 'EXCLUSION' : 'REINTEGRATION',
      contact_id: shared ? 'Commun' : `C${client}`,
      evenement_id: randomUUID(),
    }
    answered(post, await insist(post))
  }
}

async function killNow(victim: (typeof KILLS)[number]): Promise<void> {
  if (victim === 'PostgreSQL') {
    await cluster.kill()
    await cluster.start()
  } else {
    await service.stop('SIGKILL')
    service = await startService(cluster)
  }
}

test('quand service et base sont tués sans cesse, aucune exclusion confirmée n’est perdue ni doublée', async () => {
  const { db } = database
  const contacts = ['Commun', ...Array.from({ length: CLIENTS }, (_, client) => `C${client}`)]
  // By an import: the audit asks who wrote each gift.
  const lignes = contacts.map((contact, at) => `${at};50;2024-06-15;${contact}`)
  const fichier = await stage(service.url, ['id;montant;date;contact', ...lignes].join('\n'))
  expect((await begin(service.url, fichier)).status).toBe(202)
  expect(await settled(service.url, fichier)).toMatchObject({ status: 'completed' })

  const accepted = new Map<string, Post>()
  const refused: Post[] = []
  let answers = 0
  const clients = Promise.all(
    Array.from({ length: CLIENTS }, (_, client) =>
      runClient(client, (post, status) => {
        answers += 1
        if (status === 200) accepted.set(post.evenement_id, post)
        else {
          expect(status).toBe(409)
          refused.push(post)
        }
      }),
    ),
  )

  let kills = 0
  for (let next = POSTS_BETWEEN_KILLS; next < CLIENTS * POSTS; next += POSTS_BETWEEN_KILLS) {
    while (answers < next) await wait(5)
    await killNow(KILLS[kills % KILLS.length] ?? 'service')
    kills += 1
  }
  await clients
  expect(kills).toBeGreaterThanOrEqual(9)
  expect(answers).toBe(CLIENTS * POSTS)

  const recorded = await db
    .selectFrom('evenements_exclusion')
    .select(['numero', 'evenement_id', 'contact_id', 'type'])
    .orderBy('numero')
    .execute()
  expect(recorded.map((evenement) => evenement.numero)).toEqual(recorded.map((_, at) => at + 1))
  expect(new Set(recorded.map((evenement) => evenement.evenement_id))).toEqual(
    new Set(accepted.keys()),
  )
  for (const { evenement_id, contact_id, type } of recorded)
    expect(accepted.get(evenement_id)).toEqual({ evenement_id, contact_id, type })
  expect(refused.every((post) => post.contact_id === 'Commun')).toBe(true)

  const { code, report } = await runAudit({
    DATABASE_URL: cluster.access.url,
    DATA_DIR: cluster.dataDir,
  })
  expect(code, report).toBe(0)
}, 480_000)
