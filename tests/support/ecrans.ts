import { afterAll, beforeAll, inject } from 'vitest'
import { MODELES } from './applications'
import { type Application, startApplication } from './e2e-application'
import { type Visite, visiter } from './visite'

/** The application that all tests share which change nothing. */
export const partagee = (donnees: keyof typeof MODELES = 'demo'): Application & Visite => {
  const application = inject('applications').shared[donnees]
  return { ...application, ...visiter(application.url) }
}

/** An application of the file's own, with data to change; there once its tests run. */
export function propre(donnees: keyof typeof MODELES): Application & Visite {
  const own = { url: '', serviceUrl: '', databaseUrl: '' } as Application & Visite
  let stop: () => Promise<void> = () => Promise.resolve()
  beforeAll(async () => {
    const { server, places } = inject('applications')
    const place = places[Number(process.env['VITEST_POOL_ID']) - 1]
    const started = await startApplication(server, MODELES[donnees], place)
    Object.assign(own, started, visiter(started.url))
    stop = started.stop
  })
  afterAll(() => stop())
  return own
}
