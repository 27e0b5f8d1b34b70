import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import type { RefreshStatus } from '#contract/rafraichissement'
import { type RunningProgram, runService, runWeb } from '../support/application'
import { type Cluster, createCluster, donsUrl, settingsOf } from '../support/cluster'
import { listAppels, listPages } from '../support/demesure/appels'
import { type Base, seed, TAILLES } from '../support/demesure/bases'
import { type Mesure, openMesures } from '../support/demesure/mesure'
import { memoireMax } from '../support/memoire'

/** A part of the sizes: a slow machine tries all of it on less. */
const PART = Number(process.env['DEMESURE'] ?? 1)

const OCTETS_APPEL = 2_000_000
const OCTETS_PAGE = 1_000_000
const PAGE_MS = 3_000
/** Far below what docker-compose.yml gives them; a refresh holds its breakdown, and here nearly each gift has codes of its own. */
const MEMOIRE_SERVICE_MB = 600
const MEMOIRE_WEB_MB = 300

/** The longest that the service may answer nobody; the web app draws a table of 201 rows at once, which takes longer. */
const GEL_SERVICE = 100
const GEL_WEB = 300

/** A busy machine makes one answer slow, not the same one again and again. */
const ESSAIS = 3

const running: RunningProgram[] = []
let cluster: Cluster | undefined
afterEach(async () => {
  await Promise.all(running.splice(0).map((program) => program.stop('SIGKILL')))
  await cluster?.remove()
  cluster = undefined
})

/** Waits for a refresh that lasts longer than a client waits for an answer. */
async function refresh(url: string): Promise<void> {
  const analytics = `${url}/api/analytics`
  const begun = await fetch(`${analytics}/refresh-views-progressive`, { method: 'POST' })
  const { refresh_id } = (await begun.json()) as { refresh_id: string }
  await expect
    .poll(
      async () => {
        const answer = await fetch(`${analytics}/refresh-views-status/${refresh_id}`)
        return ((await answer.json()) as RefreshStatus).status
      },
      { timeout: 1_800_000, interval: 500 },
    )
    .toBe('completed')
}

async function startOn(base: Base) {
  cluster = await createCluster()
  const settings = { ...settingsOf(cluster), LOG_LEVEL: 'silent' }
  // Its tables made; what it does in the background would meet the rows as they come.
  await (await runService(settings)).stop('SIGTERM')
  const admin = new pg.Client({ connectionString: donsUrl(cluster) })
  await admin.connect()
  await admin.query(seed(base, Math.ceil(TAILLES[base] * PART)))
  await admin.end()
  const service = await runService(settings)
  running.push(service)
  const web = await runWeb(service.url)
  running.push(web)
  const begun = performance.now()
  await refresh(service.url)
  console.log(`${base}: ${Math.round((performance.now() - begun) / 1000)} s for a refresh`)
  return { service, web }
}

/** What is wrong with an answer, in a word each. */
function faultsOf({ status, octets, ms, gels, travail }: Mesure, isPage: boolean): string[] {
  const isFrozen = (at: number, most: number) => Math.min(gels[at] ?? 0, travail[at] ?? 0) > most
  return [
    status !== 200 && `status ${status}`,
    octets > (isPage ? OCTETS_PAGE : OCTETS_APPEL) && `${octets} bytes`,
    isPage && ms > PAGE_MS && `${ms} ms`,
    isFrozen(0, GEL_SERVICE) && `service frozen ${gels[0]} ms`,
    isFrozen(1, GEL_WEB) && `web frozen ${gels[1]} ms`,
  ].filter((fault) => fault !== false)
}

describe('[A1] Sur une base démesurée', () => {
  for (const base of Object.keys(TAILLES) as Base[])
    test(
      `${base} : chaque appel et chaque page répondent, bornés, et personne n’attend pour d’autres`,
      { timeout: 3_600_000 },
      async () => {
        const { service, web } = await startOn(base)
        const programs = [service, web].map(({ url, process }) => ({ url, pid: process.pid }))
        const mesures = await openMesures(programs)
        const found: string[] = []
        const visit = async (url: string, isPage: boolean) => {
          let faults: string[] = []
          for (let essai = 0; essai < ESSAIS; essai++) {
            faults = faultsOf(await mesures.mesurer(url), isPage)
            if (faults.length === 0) return
          }
          found.push(`${url}: ${faults.join(', ')}`)
        }
        for (const path of await listAppels(base)) await visit(service.url + path, false)
        for (const path of listPages(base)) await visit(web.url + path, true)
        await mesures.close()
        expect(found).toEqual([])
        expect(memoireMax(service.process.pid)).toBeLessThan(MEMOIRE_SERVICE_MB)
        expect(memoireMax(web.process.pid)).toBeLessThan(MEMOIRE_WEB_MB)
      },
    )
})
