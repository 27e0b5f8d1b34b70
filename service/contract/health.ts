import { z } from 'zod'
import { endpoint } from './endpoint'

export const Health = z.object({
  status: z.enum(['healthy', 'unhealthy']),
  version: z.string(),
})
export type Health = z.infer<typeof Health>

export const health = endpoint({
  path: '/health',
  summary: 'Whether the service and its database answer; 503 where they do not',
  otherStatus: 503,
  answer: Health,
})

export const live = endpoint({
  path: '/live',
  summary: 'Whether this process answers',
  answer: z.object({ status: z.literal('live') }),
})

export const ready = endpoint({
  path: '/ready',
  summary: 'Whether this instance may be sent requests; 503 while it may not',
  otherStatus: 503,
  answer: z.object({ status: z.enum(['ready', 'not ready']) }),
})

/** What a load balancer or an orchestrator asks, without the token. */
export const PROBES: readonly string[] = [health.path, live.path, ready.path]
