import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'

/** Refreshes every view and waits for the end. */
export async function refresh(app: FastifyInstance): Promise<void> {
  const response = await app.inject({ method: 'POST', url: '/api/analytics/refresh-views' })
  expect(response.statusCode, response.body).toBe(200)
}

/** The JSON of a call that must succeed. */
export async function get<Answer>(app: FastifyInstance, url: string): Promise<Answer> {
  const response = await app.inject(url)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
