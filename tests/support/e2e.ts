import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { test as base } from 'playwright/test'
import { runApplication } from './application'
import { MODELES } from './e2e-setup'
import { databaseUrl } from './postgres'

export { expect } from 'playwright/test'

export interface Application {
  url: string
  serviceUrl: string
  databaseUrl: string
}

/** How the browser takes scripts, and which messages and failed requests a test expects; all others fail it. */
export interface BrowserMode {
  scripts: 'entiers' | 'interrompus'
  tolere: RegExp[]
}

/**
 * Each worker has the whole application of its own, on a copy of the demo data or of the empty base
 * (`test.use({ donnees: 'vide' })`): one service and one web app, or as many as INSTANCES says. A `console.error`
 * or a failed request fails the test.
 */
export const test = base.extend<
  BrowserMode & { gardien: undefined },
  { donnees: keyof typeof MODELES; application: Application }
>({
  donnees: ['demo', { option: true, scope: 'worker' }],
  scripts: ['entiers', { option: true }],
  tolere: [[], { option: true }],

  page: async ({ page, scripts }, use) => {
    if (scripts === 'interrompus') await page.route(/\.js$/, (route) => route.abort())
    await use(page)
  },

  application: [
    async ({ donnees }, use) => {
      const server = process.env['E2E_POSTGRES_URL'] ?? ''
      const name = `e2e_${randomBytes(6).toString('hex')}`
      const folder = await mkdtemp(path.join(tmpdir(), 'dons-e2e-worker-'))
      const admin = new pg.Client({ connectionString: server })
      await admin.connect()
      await admin.query(`create database ${name} template ${MODELES[donnees]}`)
      const database = databaseUrl(server, name)
      const running = await runApplication(
        { DATABASE_URL: databaseUrl(process.env['E2E_SERVICE_URL'] ?? '', name), DATA_DIR: folder },
        Number(process.env['INSTANCES'] ?? 1),
      )
      await use({ url: running.url, serviceUrl: running.serviceUrl, databaseUrl: database })
      await running.stop()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ application }, use) => use(application.url),

  gardien: [
    async ({ page, tolere, javaScriptEnabled }, use) => {
      const faults: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(message.text())
      })
      page.on('pageerror', (error) => faults.push(error.message))
      page.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText ?? ''
        // Chromium calls the preloads of a page whose scripts are switched off a matter of policy.
        const switchedOff = !javaScriptEnabled && reason === 'csp' && /\.js$/.test(request.url())
        if (reason !== 'net::ERR_ABORTED' && !switchedOff) faults.push(`${request.url()} ${reason}`)
      })
      page.on('response', (response) => {
        if (response.status() >= 500) faults.push(`${response.url()} ${response.status()}`)
      })
      await use(undefined)
      const unexpected = faults.filter((fault) => !tolere.some((pattern) => pattern.test(fault)))
      if (unexpected.length > 0) throw new Error(`Dans le navigateur : ${unexpected.join(' | ')}`)
    },
    { auto: true },
  ],
})
