import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPatience } from '../../../remix/service/patience.server'
import { isUncertain, Refusal } from '../../../remix/service/refusal.server'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const page = () => new Request('http://localhost/dashboard')

/** A service that answers its probe, or lets it wait for 5 s. */
function service() {
  let frozen = false
  let looks = 0
  const probe = async () => {
    looks += 1
    if (!frozen) return null
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    return {}
  }
  return {
    patience: createPatience(probe),
    freeze: (is: boolean) => (frozen = is),
    looks: () => looks,
  }
}

/** A call that is answered after so many milliseconds. */
const after = (ms: number) => (signal: AbortSignal) =>
  new Promise<string>((resolve, reject) => {
    setTimeout(() => resolve('réponse'), ms)
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })

/** When a call ended, in milliseconds from now, and how. */
async function ending(call: Promise<string>) {
  const start = performance.now()
  const outcome = await call.catch((error: unknown) => error)
  return { ms: performance.now() - start, outcome }
}

test('[0.1.0 B12] une réponse lente est attendue jusqu’à cinq minutes, tant que le service répond', async () => {
  const { patience, looks } = service()
  const slow = ending(patience.during(page(), after(290_000)))
  await vi.advanceTimersByTimeAsync(290_000)
  expect(await slow).toMatchObject({ outcome: 'réponse' })
  expect(looks()).toBeGreaterThan(100)
})

test('au-delà de cinq minutes, la page n’attend plus, ni ses appels suivants', async () => {
  const { patience } = service()
  const request = page()
  const first = ending(patience.during(request, after(200_000)))
  await vi.advanceTimersByTimeAsync(200_000)
  expect((await first).outcome).toBe('réponse')
  const second = ending(patience.during(request, after(200_000)))
  await vi.advanceTimersByTimeAsync(200_000)
  const { ms, outcome } = await second
  expect(outcome).toBeInstanceOf(Refusal)
  expect(ms).toBeGreaterThanOrEqual(100_000)
  expect(ms).toBeLessThan(105_000)
})

test.each([0, 1_900, 100_000])(
  'un service qui se fige après %d ms est dit en moins de 10 s, puis aussitôt à qui vient ensuite',
  async (begun) => {
    const { patience, freeze } = service()
    const early = patience.during(page(), after(250_000)).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(begun)
    freeze(true)
    const late = ending(patience.during(page(), after(250_000)))
    await vi.advanceTimersByTimeAsync(10_000)
    const { ms, outcome } = await late
    expect(outcome).toBeInstanceOf(Refusal)
    expect(ms).toBeLessThan(8_000)
    expect(await early).toBeInstanceOf(Refusal)

    const next = ending(patience.during(page(), after(1_000)))
    await vi.advanceTimersByTimeAsync(1)
    expect(await next).toMatchObject({ ms: expect.closeTo(0, 0) })

    freeze(false)
    await vi.advanceTimersByTimeAsync(6_000)
    const again = ending(patience.during(page(), after(1_000)))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await again).toMatchObject({ outcome: 'réponse' })
  },
)

test('personne n’attend : personne ne demande rien au service', async () => {
  const { patience, looks } = service()
  const quick = ending(patience.during(page(), after(10)))
  await vi.advanceTimersByTimeAsync(60_000)
  expect((await quick).outcome).toBe('réponse')
  expect(looks()).toBe(0)
})

test('[0.1.0 B12] ce que la sonde sait de l’absence est dit', async () => {
  const detail = 'La base de données ne répond pas.'
  const patience = createPatience(() => Promise.resolve({ detail }))
  const waiting = ending(patience.during(page(), after(250_000)))
  await vi.advanceTimersByTimeAsync(3_000)
  expect((await waiting).outcome).toMatchObject({ message: detail, detail })
})

test('ce qui n’a pas eu de réponse a peut-être eu lieu ; ce qui est refusé, non', () => {
  expect(isUncertain(new Refusal(503))).toBe(true)
  expect(isUncertain(new Refusal(500))).toBe(true)
  expect(isUncertain(new Refusal(409, { detail: 'Déjà exclu.' }))).toBe(false)
})
