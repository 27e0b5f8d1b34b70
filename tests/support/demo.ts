import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Controles } from '#contract/controles'
import { readLaunchConfig } from '../../service/config'
import { runDemo } from '../../service/programs/demo/run'

/** The day of the demo in tests, so that they find the same people whenever they run: its gifts end with October 2026. */
export const JOUR_DEMO = new Date('2026-11-15')

/** How long a busy machine may take to compare everything. */
const LONG = 120_000

/**
 * Waits until the service has computed and compared everything, and looked at everybody, which it does by itself: every
 * screen says so from then on.
 */
export async function attendreControles(url: string): Promise<void> {
  const end = Date.now() + LONG
  for (const path of ['donateurs/a-verifier', 'donateurs/doublons', 'controles'])
    for (;;) {
      const answer = await fetch(`${url}/api/${path}`)
      const { calcule_le, en_retard } = (await answer.json()) as Partial<Controles>
      if (calcule_le !== null && en_retard === false) break
      if (Date.now() > end) throw new Error(`Nothing was compared: ${path}`)
      await wait(100)
    }
}

/** Imports the demo files into the service at `url`, refreshes the figures and waits for the controls. */
export async function importDemo(url: string, donateurs = 1_000): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dons-demo-'))
  const { hostname, port } = new URL(url)
  const config = readLaunchConfig({ SERVICE_HOST: hostname, SERVICE_PORT: port, DATA_DIR: folder })
  await runDemo({ donateurs, first: false }, config, JOUR_DEMO)
  const refreshed = await fetch(`${url}/api/analytics/refresh-views`, { method: 'POST' })
  if (!refreshed.ok) throw new Error(`refresh-views: ${refreshed.status}`)
  await attendreControles(url)
  await rm(folder, { recursive: true, force: true })
}
