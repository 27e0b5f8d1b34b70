import { beforeEach } from 'vitest'

/**
 * A turn of the event loop before each test. Vitest itself awaits nothing but promises between two of them: a file of
 * synchronous tests would keep its worker from hearing the reporter, which gives up after a minute.
 */
beforeEach(() => new Promise<void>((resolve) => setImmediate(resolve)))
