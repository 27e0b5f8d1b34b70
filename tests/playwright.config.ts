import { defineConfig } from 'playwright/test'
import type { BrowserMode } from './support/e2e'

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

const JOURNEYS = /\.parcours\.spec\.ts$/

const SIZE = process.env['TEST_SIZE']

/** In every run, what only a browser shows; as HTML, `ecrans/` goes the ways of the others. */
const WITHOUT_SCRIPTS = SIZE === 'long' ? JOURNEYS : /navigation\.parcours\.spec\.ts$/

/** As for the other tests, see vitest.config.ts. */
const MEDIUM = /\.medium\.(parcours\.)?spec\.ts$/
const LONG = /\.long\.spec\.ts$/
const LEFT_OUT = SIZE === 'long' ? [] : SIZE === 'small' ? [MEDIUM, LONG] : [LONG]

export default defineConfig<BrowserMode>({
  testDir: 'e2e',
  testIgnore: LEFT_OUT,
  outputDir: '.results/e2e',
  globalSetup: './support/e2e-setup.ts',
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // Guards against what hangs; how long a busy machine takes is no fault.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: '.results/e2e.json' }]],
  use: {
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  // What concerns the browser's mode runs in all three; what does not, in the first only.
  projects: [
    { name: 'avec JavaScript', use: { javaScriptEnabled: true } },
    { name: 'sans JavaScript', testMatch: WITHOUT_SCRIPTS, use: { javaScriptEnabled: false } },
    {
      name: 'scripts interrompus',
      testMatch: JOURNEYS,
      use: { scripts: 'interrompus', tolere: [/net::ERR_FAILED/] },
    },
  ],
})
