import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { propre } from '../support/ecrans'
import { getByRole, listByRole, textOf } from '../support/html'
import { ECRANS } from '../support/plan'
import { lockTable } from '../support/verrou'

const application = propre('demo')

/** What a page may take, whatever is locked. */
const PATIENCE_MS = 10_000

const PAGES = [
  ...ECRANS.map(({ path }) => path),
  '/donateurs/fiche?contact=C000001',
  '/donateurs/recherche?q=martin',
  '/donations/exclusion?contact_id=C000001&operation=exclure',
]
const FICHIERS = [
  '/donations/liste.csv?annee=2020',
  '/donateurs/liste.csv?ensemble=actifs&annee=2020',
  '/donations/a-verifier.csv',
  '/telechargement/classeur?ecran=dashboard&annee=2020',
  '/telechargement/rapport?annee=2020',
]

async function mesurer(path: string) {
  const debut = performance.now()
  const ecran = await application.ouvrir(path)
  return { path, ...ecran, ms: performance.now() - debut }
}

describe.each(['donations', 'donateurs', 'faits_donateurs'])(
  '[B5] La table %s verrouillée',
  (table) => {
    let unlock: () => Promise<void>
    beforeAll(async () => {
      // What is kept in memory would not ask.
      unlock = await lockTable(application.databaseUrl, table)
    })
    afterAll(() => unlock())

    test('chaque page répond en moins de 10 s, avec ce qu’elle peut, et dit ce qu’elle ne peut pas', async () => {
      for (let at = 0; at < PAGES.length; at += 8) {
        const vues = await Promise.all(PAGES.slice(at, at + 8).map(mesurer))
        for (const { path, status, ms, document } of vues) {
          expect.soft(ms, path).toBeLessThan(PATIENCE_MS)
          getByRole(document, 'navigation', 'Navigation principale')
          expect.soft([200, 503], path).toContain(status)
          if (status === 503)
            expect
              .soft(listByRole(document, 'alert', 'Erreur: ').map(textOf).join(''), path)
              .toMatch(/Réessayez dans quelques instants/)
        }
      }
    })

    test('chaque fichier aussi, ou une phrase et le temps à attendre', async () => {
      for (const path of FICHIERS) {
        const debut = performance.now()
        const answer = await application.demander(path)
        const texte = await answer.text()
        expect.soft(performance.now() - debut, path).toBeLessThan(PATIENCE_MS)
        expect.soft([200, 503], `${path} ${texte.slice(0, 200)}`).toContain(answer.status)
        if (answer.status !== 503) continue
        expect.soft(texte, path).toMatch(/Réessayez dans quelques instants/)
        expect.soft(answer.headers.get('retry-after'), path).toBe('5')
      }
    })
  },
)

test('[B5] tout revient quand la table est libre', async () => {
  for (const path of ['/donations', '/nouveaux', '/dashboard'])
    expect((await application.ouvrir(path)).status, path).toBe(200)
})
