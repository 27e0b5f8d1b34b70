import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isLate } from '../../service/platform/jobs/derived'
import { SIGNALEMENTS } from '../../service/verification/trouver'
import { refresh } from '../support/analyses'
import { don, insertDons } from '../support/dons'
import { startService } from '../support/service'
import { lockTable } from '../support/verrou'

const { app, database } = await startService()
const { db } = database
await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.server.closeAllConnections())
const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

/** What a page may take, whatever is locked. */
const PATIENCE_MS = 10_000

/** Every call that reads, as the service itself lists them, with parameters that it finds something for. */
const VALEURS: Record<string, string> = {
  annee: '2024',
  axe: 'media',
  contact_id: 'C7',
  publication: '1',
  refresh_id: '00000000-0000-4000-8000-000000000000',
  upload_id: '00000000-0000-4000-8000-000000000000',
  liste_id: '00000000-0000-4000-8000-000000000000',
  regle: 'B1',
  id: '00000000-0000-4000-8000-000000000000',
}
const QUESTIONS: Record<string, string> = {
  '/api/analytics/croisement': 'lignes=departement&colonnes=tranche&annee=2024',
  '/api/campagnes/dictionnaire/versions': 'code=NOEL',
  '/api/donations/list': 'year=2024',
  '/api/donations/list.csv': 'year=2024',
  '/api/donations/stats': 'year=2024',
  '/api/donateurs/liste': 'ensemble=actifs&annee=2024',
  '/api/donateurs/liste.csv': 'ensemble=actifs&annee=2024',
  '/api/donateurs/recherche': 'q=C7',
  '/api/publications/difference': 'chiffre=montant-total&annee=2024&de=1&a=1',
}

interface Reponse {
  appel: string
  status: number
  ms: number
  texte: string
  attendre: string | null
}

async function lesAppels(): Promise<string[]> {
  const { paths } = (await app.inject('/docs/json')).json<{
    paths: Record<string, Record<string, unknown>>
  }>()
  return Object.entries(paths)
    .filter(([, methods]) => 'get' in methods)
    .map(([path]) => {
      const place = path.replace(/\{(\w+)\}/g, (_, name: string) => VALEURS[name] ?? '2024')
      const question = QUESTIONS[path]
      return question === undefined ? place : `${place}?${question}`
    })
}

async function appeler(appel: string, init?: RequestInit): Promise<Reponse> {
  const debut = performance.now()
  const answer = await fetch(`${url}${appel}`, {
    ...init,
    signal: AbortSignal.timeout(3 * PATIENCE_MS),
  }).catch(() => undefined)
  const texte = await answer?.text().catch(() => '(coupé)')
  const ms = performance.now() - debut
  const attendre = answer?.headers.get('retry-after') ?? null
  return { appel, status: answer?.status ?? 0, ms, texte: texte ?? '', attendre }
}

beforeAll(async () => {
  await insertDons(
    db,
    Array.from({ length: 500 }, (_, at) => don({ contact_id: `C${at % 50}`, order_amount: at })),
  )
  await refresh(app)
  const fused = await app.inject({
    method: 'POST',
    url: '/api/donateurs/fusionner',
    payload: { groupes: [{ principal: 'C7', contacts: ['C8'] }], raison: 'une personne' },
  })
  expect(fused.statusCode, fused.body).toBe(200)
  await vi.waitUntil(async () => !(await isLate(db, SIGNALEMENTS)), 12_000)
})

/** Whatever holds what is asked, the answer is there in time, whole, or a sentence that says that it is not. */
function verifier(reponses: Reponse[]): void {
  for (const { appel, status, ms, texte, attendre } of reponses) {
    expect.soft(ms, `${appel} : ${status}`).toBeLessThan(PATIENCE_MS)
    expect.soft([200, 404, 503], `${status} ${appel} : ${texte}`).toContain(status)
    if (status === 503) {
      expect.soft(texte, appel).toMatch(/Réessayez dans quelques instants/)
      expect.soft(attendre, appel).toBe('5')
    }
    expect.soft(texte, appel).not.toBe('(coupé)')
  }
}

describe.each(['donations', 'donateurs', 'faits_donateurs'])(
  '[B5] La table %s verrouillée',
  (table) => {
    let unlock: () => Promise<void>
    beforeAll(async () => {
      unlock = await lockTable(database.url, table)
    })
    afterAll(() => unlock())

    test('chaque appel qui lit répond en moins de 10 s, seul', async () => {
      const reponses: Reponse[] = []
      // Some at a time: what one waits for must not be what another is refused for.
      const appels = await lesAppels()
      expect(appels.length).toBeGreaterThan(50)
      const next = async (): Promise<void> => {
        const appel = appels.pop()
        if (appel === undefined) return
        reponses.push(await appeler(appel))
        await next()
      }
      await Promise.all(Array.from({ length: 12 }, next))
      verifier(reponses)
      for (const { appel, status, texte } of reponses)
        if (/^\/(live|health|ready|api\/parametres)$/.test(appel))
          expect(status, `${appel} : ${texte}`).toBe(200)
    })

    test('tous les appels à la fois répondent en moins de 10 s', async () => {
      const appels = await lesAppels()
      const reponses = await Promise.all([...appels, ...appels].map((appel) => appeler(appel)))
      verifier(reponses)
      expect(reponses.find(({ appel }) => appel === '/live')?.status).toBe(200)
    })

    test('ce qui lit par un formulaire répond en moins de 10 s, et une décision aussi', async () => {
      const poster = (appel: string, body: object) =>
        appeler(appel, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      const liste = 'ensemble=actifs&annee=2024'
      verifier(
        await Promise.all([
          poster(`/api/donateurs/selection?${liste}`, {}),
          poster(`/api/donateurs/selection.csv?${liste}`, {}),
          poster('/api/donateurs/choisis-a-verifier', { contacts: ['C7'] }),
          poster('/api/exclusions/effet', { contacts: ['C7'] }),
        ]),
      )
      const decisions = await Promise.all([
        poster('/api/exclusions/exclure', { contact_id: 'C7', raison: 'essai' }),
        poster('/api/exclusions/reintegrer', { contact_id: 'C8' }),
      ])
      for (const { appel, ms, texte } of decisions)
        expect.soft(ms, `${appel} : ${texte}`).toBeLessThan(PATIENCE_MS)
    })
  },
)
