import { afterAll, beforeAll, inject } from 'vitest'
import { MODELES } from './applications'
import { type Application, startApplication } from './e2e-application'
import { parseHtml } from './html'
import { type Ecran, type Visite, visiter } from './visite'

/** Pages of the shared applications: nothing changes them, so a worker asks for each of them once. */
const opened = new Map<string, Promise<Omit<Ecran, 'document'>>>()

/** The application that all tests share which change nothing. */
export function partagee(donnees: keyof typeof MODELES = 'demo'): Application & Visite {
  const application = inject('applications').shared[donnees]
  const visite = visiter(application.url)
  const ouvrir = async (adresse: string): Promise<Ecran> => {
    const whole = application.url + adresse
    const page =
      opened.get(whole) ?? visite.ouvrir(adresse).then(({ document: _document, ...found }) => found)
    opened.set(whole, page)
    const seen = await page
    return { ...seen, document: parseHtml(seen.html) }
  }
  return { ...application, ...visite, ouvrir }
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
