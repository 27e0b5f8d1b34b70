import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerWhenDatabaseHangs } from '../../service/platform/http/availability'
import { answerProblems } from '../../service/platform/http/problems'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** How long a busy machine may take. */
const LONG = { timeout: 120_000 }

/** A call that waits until `finish`, under way; `pings` counts how often its service asked for the database. */
async function startCall() {
  const state = { isThere: true, pings: 0, finish: (): void => undefined }
  const app = Fastify()
  answerProblems(app)
  answerWhenDatabaseHangs(app, () => {
    state.pings += 1
    return Promise.resolve(state.isThere)
  })
  app.get('/', async () => {
    await new Promise<void>((resolve) => (state.finish = resolve))
    return 'fait'
  })
  await app.ready()
  const answered = app.inject('/').then(({ statusCode, body }) => ({ statusCode, body }))
  await vi.waitUntil(() => vi.getTimerCount() > 0, LONG)
  return { app, state, answered: () => answered }
}

const hear = async (pings: number, state: { pings: number }) => {
  await vi.advanceTimersByTimeAsync(2_000)
  await vi.waitUntil(() => state.pings >= pings, LONG)
}

test('un appel qui dure n’attend pas une base qui se tait après coup', async () => {
  const { app, state, answered } = await startCall()
  await hear(1, state)
  state.isThere = false
  await hear(2, state)
  expect((await answered()).statusCode).toBe(503)
  await app.close()
})

test('un appel qui dure est servi tant que la base répond', async () => {
  const { app, state, answered } = await startCall()
  await hear(1, state)
  await hear(2, state)
  state.finish()
  expect((await answered()).body).toBe('fait')
  await app.close()
})

test.each(['55P03', '40P01', '40001'])(
  'ce que la base laisse attendre ou défait pour un autre (%s) se dit : réessayez, sans incident',
  async (code) => {
    const app = Fastify()
    answerProblems(app)
    app.get('/', () => Promise.reject(Object.assign(new Error('canceling statement'), { code })))
    const answer = await app.inject('/')
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.json()).toEqual({
      code: 'indisponible',
      detail:
        'La base de données est occupée par une autre opération. Réessayez dans quelques instants.',
    })
    await app.close()
  },
)

test('un service qui s’arrête ne cherche plus sa base', async () => {
  const { app, state, answered } = await startCall()
  state.isThere = false
  await hear(1, state)
  expect((await answered()).statusCode).toBe(503)
  await app.close()
  const { pings } = state
  await vi.advanceTimersByTimeAsync(10_000)
  expect(state.pings).toBe(pings)
})
