import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readLaunchConfig } from '../../service/config'
import { runDemo } from '../../service/demo/run'

/** Imports the demo files (1 000 donors) into the service at `url` and refreshes the figures. */
export async function importDemo(url: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dons-demo-'))
  const { hostname, port } = new URL(url)
  const config = readLaunchConfig({ SERVICE_HOST: hostname, SERVICE_PORT: port, DATA_DIR: folder })
  await runDemo(['--donateurs', '1000'], config)
  const refreshed = await fetch(`${url}/api/analytics/refresh-views`, { method: 'POST' })
  if (!refreshed.ok) throw new Error(`refresh-views: ${refreshed.status}`)
  await rm(folder, { recursive: true, force: true })
}
