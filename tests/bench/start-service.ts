import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../support/application'

/** Starts a service of this folder in a process of its own, whose memory is nobody else's. */
export async function startService(
  name: 'import-service' | 'app-service',
  url: string,
  env: Record<string, string> = {},
): Promise<{ service: string; child: ChildProcess }> {
  const port = await freePort()
  const child = fork('tests/bench/run.mjs', [name], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, DATABASE_URL: url, SERVICE_PORT: String(port), ...env },
  })
  await once(child, 'message')
  return { service: `http://127.0.0.1:${port}`, child }
}
