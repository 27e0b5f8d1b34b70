import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

/** First the one without a window's machinery: it costs half as much. */
const SYSTEM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** @type {(command: string, ...args: string[]) => Promise<boolean>} */
const succeeds = (command, ...args) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 600_000 })
    child.once('error', () => resolve(false))
    child.once('close', (status) => resolve(status === 0))
  })

async function playwrightOwn() {
  const { chromium } = await import('playwright')
  return chromium.executablePath()
}

function installWithPlaywright() {
  const cli = createRequire(import.meta.url).resolve('playwright/cli')
  return succeeds(process.execPath, cli, 'install', 'chromium')
}

async function installWithApt() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const get = (/** @type {string} */ name) =>
    succeeds('apt-get', 'install', '-y', '-qq', '--no-install-recommends', name)
  return (
    (await succeeds('apt-get', 'update', '-qq')) &&
    ((await get('chromium-headless-shell')) || (await get('chromium')))
  )
}

/**
 * Path of a Chromium: the one that CHROMIUM_PATH names, the system's, Playwright's, or one installed now by
 * Playwright or by Debian's package manager. Says which; throws where none can be had.
 */
export async function findChromium() {
  const own = await playwrightOwn()
  const present = [process.env.CHROMIUM_PATH, ...SYSTEM, own].find(
    (file) => file && existsSync(file),
  )
  if (present) {
    console.log(`Chromium : ${present}`)
    return present
  }
  // Debian first for root: its package brings the system libraries too.
  /** @type {[source: string, install: () => Promise<boolean>][]} */
  const sources = [
    ['le paquet Debian', installWithApt],
    ['Playwright', installWithPlaywright],
  ]
  for (const [source, install] of sources) {
    console.log(`Chromium absent : installation par ${source}…`)
    const installed = (await install()) && [...SYSTEM, own].find((file) => existsSync(file))
    if (installed) return installed
  }
  throw new Error(
    'Aucun Chromium : installez-le (« apt-get install chromium » ou « npx playwright install chromium »), ou indiquez CHROMIUM_PATH.',
  )
}
