import type { FastifyInstance } from 'fastify'
import { health, live, ready } from '#contract/health'
import { version } from '../../version'
import { route } from './route'

export function registerHealth(app: FastifyInstance, deps: { ping: () => Promise<boolean> }): void {
  route(app, health, async ({ reply }) => {
    const healthy = await deps.ping()
    if (!healthy) reply.code(503)
    return { status: healthy ? ('healthy' as const) : ('unhealthy' as const), version }
  })
  route(app, live, () => ({ status: 'live' as const }))
  route(app, ready, async ({ reply }) => {
    const isNow = await deps.ping()
    if (!isNow) reply.code(503)
    return { status: isNow ? ('ready' as const) : ('not ready' as const) }
  })
}
