import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { type RunningProgram, runService, runWeb } from '../support/application'
import { demande, echanger, type Reponse } from '../support/brut'
import { createCluster, settingsOf } from '../support/cluster'
import { PATIENCE, tirages } from '../support/hasard'
import { dons, stage } from '../support/import-calls'
import { memoireMax } from '../support/memoire'
import { type Demande, demandes, type Route } from '../support/sauvage'
import { CHEMINS } from '../support/site'

/** Requests to each program. */
const NOMBRE = tirages(150)
const A_LA_FOIS = 5

const LIMITE_MS = 10_000
const LIMITE_MO = 300

const cluster = await createCluster()
const service = await runService(settingsOf(cluster))
const web = await runWeb(service.url)
afterAll(async () => {
  await web.stop()
  await service.stop()
  await cluster.remove()
})

async function routesOfService(): Promise<Route[]> {
  const answer = await fetch(`${service.url}/docs/json`)
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, unknown>> }
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((methode) => ({
      methode: methode.toUpperCase(),
      chemin: path.replace(/\{(\w+)\}/g, ':$1'),
    })),
  )
  return [...described, { methode: 'GET', chemin: '/docs/static/:fichier' }]
}

function routesOfWeb(): Route[] {
  return CHEMINS.filter((path) => path !== '*').flatMap((path) => {
    const chemin = `/${path.replace(':type', 'donations')}`
    return [chemin, `${chemin}.data`, '/assets/:fichier'].flatMap((each) =>
      ['GET', 'POST'].map((methode) => ({ methode, chemin: each })),
    )
  })
}

/** What the specification says in English, and what fundraisers do. */
const SPECIFIED =
  /File type must be [^<"]*|Too many files|(last|some) year but unfortunately not this/g
const ENGLISH =
  /\b(the|this|not found|cannot (get|post|read)|must be|is not|bad request|unexpected|internal server|method not|forbidden|invalid|required|undefined|error:|at \w+ \()\b/i

/** What a person reads of an answer, without the lists of words by which names are found: some are English. */
function shownOf({ headers, body }: Reponse): string {
  const type = headers['content-type'] ?? ''
  if (type.includes('html'))
    return body
      .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, ' ')
      .replace(/<p translate="no">[^<]*/g, ' ')
      .replace(/<[^>]*>/g, ' ')
  return /json|plain/.test(type) ? body.replace(/"mots":\[[^\]]*\]/g, '') : ''
}

async function exchangeTimed(url: string, { octets, entiere }: Demande) {
  const start = performance.now()
  const answer = await echanger(url, octets, { patience: 6 * LIMITE_MS, finir: !entiere })
  return { answer, ms: performance.now() - start }
}

async function judge(url: string, sent: Demande) {
  const { cible, octets, entiere } = sent
  let exchanged = await exchangeTimed(url, sent)
  // A busy machine may be late; nothing of ours is late twice.
  if (exchanged.ms > LIMITE_MS) exchanged = await exchangeTimed(url, sent)
  expect(exchanged.ms, `${cible}: late`).toBeLessThan(LIMITE_MS)
  const { answer } = exchanged
  // Who breaks off in the middle is answered, or not.
  if (!answer && !entiere) return
  if (!answer) throw new Error(`${cible}: no answer\n${octets.toString('latin1').slice(0, 3_000)}`)
  const asked = `${octets.toString('latin1').slice(0, 3_000)}\n=> ${answer.body.slice(0, 500)}`
  if (entiere) expect(answer.status, asked).toBeLessThan(500)
  expect(answer.headers, asked).toMatchObject({
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
  })
  expect(shownOf(answer).replace(SPECIFIED, ''), asked).not.toMatch(ENGLISH)
}

async function attack(program: RunningProgram, routes: Route[]): Promise<void> {
  const { host } = new URL(program.url)
  const volley = fc.array(demandes(host, routes), { minLength: A_LA_FOIS, maxLength: A_LA_FOIS })
  await fc.assert(
    fc.asyncProperty(volley, async (sent) => {
      await Promise.all(sent.map((each) => judge(program.url, each)))
    }),
    // What fails is small already, and each request of a search for less would cost its time.
    { numRuns: Math.ceil(NOMBRE / A_LA_FOIS), endOnFailure: true },
  )
  expect(program.process.exitCode).toBeNull()
  const unexpected = /erreur inattendue|unhandled|uncaught|"level":60/i
  expect(
    program
      .output()
      .split('\n')
      .filter((line) => unexpected.test(line)),
  ).toEqual([])
  expect(memoireMax(program.process.pid)).toBeLessThan(LIMITE_MO)
}

test(
  '[0.1.0 C] aucune demande, quelle qu’elle soit, n’égare le service : ni 500, ni anglais, ni attente, ni mémoire',
  { timeout: PATIENCE },
  async () => {
    await stage(service.url, dons(1, 50))
    await attack(service, await routesOfService())
  },
)

test('[0.1.0 C] aucune n’égare l’application web non plus', { timeout: PATIENCE }, () =>
  attack(web, routesOfWeb()),
)

test.each([
  ['une valeur', `x: ${'a'.repeat(1_000_000)}`],
  ['des milliers de noms', Array.from({ length: 100_000 }, (_, at) => `a${at}: b`).join('\r\n')],
  ['presque rien, sans fin', 'a:\r\n'.repeat(250_000).trimEnd()],
])('[0.1.0 C] 1 Mo d’en-têtes (%s) est refusé d’un mot par les deux', async (_what, lines) => {
  for (const program of [service, web]) {
    const head = demande('GET', '/live').trimEnd()
    const answer = await echanger(program.url, `${head}\r\n${lines}\r\n\r\n`)
    expect(answer?.status).toBe(431)
    expect(answer?.body).toContain('Les en-têtes de la demande sont trop longs.')
    expect(memoireMax(program.process.pid)).toBeLessThan(LIMITE_MO)
  }
})
