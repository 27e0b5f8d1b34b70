import { test as base } from 'playwright/test'
import { MODELES } from './applications'
import { type Application, type Server, startApplication } from './e2e-application'

export { expect } from 'playwright/test'

/** How the browser takes scripts, and which messages and failed requests a test expects; all others fail it. */
export interface BrowserMode {
  scripts: 'entiers' | 'interrompus'
  tolere: RegExp[]
}

const OWN = {
  'demo a changer': MODELES.demo,
  'vide a remplir': MODELES.vide,
  hostile: MODELES.vide,
  'un seul don': MODELES.vide,
} as const

/**
 * What a test finds: the demo data or an empty base, which all tests share that change nothing; or an
 * application of its worker's own, with the demo data to change or an empty base to fill (files that ask for
 * the same get the same).
 */
export type Donnees = 'demo' | 'vide' | keyof typeof OWN

export const readServer = () => JSON.parse(process.env['E2E_SERVER'] ?? '{}') as Server

export const readShared = () =>
  JSON.parse(process.env['E2E_SHARED'] ?? '{}') as Record<'demo' | 'vide', Application>

/** Chooses the data with `test.use({ donnees })`. A `console.error` or a failed request fails the test. */
/** What Remix says of a page that is left while its data arrive: a request before that is ERR_ABORTED. */
const LEFT = /^(?:AbortError: )?signal is aborted without reason\b/

export const test = base.extend<
  BrowserMode & { donnees: Donnees; application: Application; gardien: undefined },
  { applications: (donnees: Donnees) => Promise<Application> }
>({
  donnees: ['demo', { option: true }],
  scripts: ['entiers', { option: true }],
  tolere: [[], { option: true }],

  page: async ({ page, scripts }, use) => {
    if (scripts === 'interrompus') await page.route(/\.js$/, (route) => route.abort())
    await use(page)
  },

  // Of the worker, and the data of the test: what is asked of a worker's own makes another worker, and another browser.
  applications: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const own = new Map<keyof typeof OWN, ReturnType<typeof startApplication>>()
      await use(async (donnees) => {
        if (donnees === 'demo' || donnees === 'vide') return readShared()[donnees]
        const started = own.get(donnees) ?? startApplication(readServer(), OWN[donnees])
        own.set(donnees, started)
        return started
      })
      for (const started of own.values()) await (await started).stop()
    },
    { scope: 'worker' },
  ],

  application: async ({ applications, donnees }, use) => use(await applications(donnees)),

  baseURL: async ({ application }, use) => use(application.url),

  gardien: [
    async ({ page, tolere, javaScriptEnabled }, use) => {
      const faults: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' && !LEFT.test(message.text())) faults.push(message.text())
      })
      page.on('pageerror', (error) => {
        if (!LEFT.test(error.message)) faults.push(error.message)
      })
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
