import { health } from '#contract/health'
import { call } from './service.server'

const WAIT_MS = 4_000

/** Whether the service and its database answer now. */
export async function readHealth(request: Request): Promise<boolean> {
  try {
    const { status } = await call(health, {}, request, { waitMs: WAIT_MS, accepted: [503] })
    return status === 'healthy'
  } catch {
    return false
  }
}
