import { afterAll, afterEach, expect, test } from 'vitest'
import { connect } from '../../service/platform/database/connect'
import { type RunningProgram, runService, runWeb } from '../support/application'
import { createCluster, settingsOf } from '../support/cluster'
import { don, insertDons } from '../support/dons'

const cluster = await createCluster()
const admin = connect(cluster.access.adminUrl)
const running: RunningProgram[] = []
afterEach(async () => {
  await cluster.thaw()
  await Promise.all(running.splice(0).map((program) => program.stop('SIGKILL')))
})
afterAll(async () => {
  await admin.close()
  await cluster.remove()
})

/** Both programs, and the one donation of C1. */
async function startBoth() {
  const service = await runService(settingsOf(cluster))
  running.push(service)
  const web = await runWeb(service.url)
  running.push(web)
  await admin.pool.query('truncate donations')
  await insertDons(admin.db, [don({ contact_id: 'C1', order_date: '2025-03-31' })])
  return { service, web }
}

/** The status, the milliseconds it took, and the text of an answer, wherever it leads. */
async function ask(url: string, form?: Record<string, string>) {
  const start = performance.now()
  const answer = await fetch(url, {
    signal: AbortSignal.timeout(60_000),
    ...(form && {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(form),
      headers: { origin: new URL(url).origin },
    }),
  })
  const text = await answer.text()
  const message = Buffer.from(
    decodeURIComponent(
      /message-\w+=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? '',
    ),
    'base64',
  ).toString()
  return { status: answer.status, ms: performance.now() - start, text, message }
}

test('[0.1.0 B12] une page lente n’est pas coupée : elle attend ce que le service finit par dire', async () => {
  const { web } = await startBoth()
  expect(await ask(`${web.url}/donations?annee=2025`)).toMatchObject({ status: 200 })
  // Each reading of the one gift takes longer than a page waits for a lock.
  await admin.pool.query(`
    create policy lente on donations using (pg_sleep(12) is not null);
    alter table donations enable row level security, force row level security;`)
  const { status, ms, text } = await ask(`${web.url}/donations?annee=2025`)
  expect(text).toContain('Exclure le donateur C1')
  expect(status).toBe(200)
  expect(ms).toBeGreaterThan(11_000)
  await admin.pool.query(
    'drop policy lente on donations; alter table donations disable row level security, no force row level security',
  )
}, 180_000)

test('[0.1.0 B12] une exclusion que la base figée laisse sans réponse n’est pas dite échouée, et se renvoie', async () => {
  const { web } = await startBoth()
  expect(await ask(`${web.url}/donations?annee=2025`)).toMatchObject({ status: 200 })
  const form = {
    contact_id: 'C1',
    operation: 'exclure',
    retour: '/donations?annee=2025',
    evenement_id: crypto.randomUUID(),
  }
  await cluster.freeze()
  const decided = await ask(`${web.url}/donations/exclusion`, form)
  expect(decided).toMatchObject({ status: 303 })
  expect(decided.ms).toBeLessThan(10_000)
  expect(decided.message).toContain('le donateur C1 est peut-être exclu')
  const shown = await ask(`${web.url}/donations?annee=2025`)
  expect(shown).toMatchObject({ status: 503 })
  expect(shown.ms + decided.ms).toBeLessThan(10_000)

  await cluster.thaw()
  await expect
    .poll(() => ask(`${web.url}/donations/exclusion`, form), { timeout: 20_000 })
    .toMatchObject({ message: expect.stringContaining('✅ Le donateur C1 est exclu') as string })
  const { rows } = await admin.pool.query(
    "select count(*) as evenements from evenements_exclusion where contact_id = 'C1'",
  )
  expect(rows).toEqual([{ evenements: 1 }])
})
