import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningProgram, runWeb } from '../support/application'
import { partagee } from '../support/ecrans'
import { attribute, find, getByRole, listByRole, wordsOf } from '../support/html'
import { ECRANS } from '../support/plan'
import { visiter } from '../support/visite'

/** Nothing listens there: the service is down. */
const NOWHERE = 'http://127.0.0.1:9'

const WORDS: Record<string, string> = {
  '/dashboard': 'Erreur: Erreur lors du chargement des données',
  '/montant': 'Erreur: Erreur lors du chargement des données',
  '/nouveaux': 'Erreur: Erreur lors du chargement des années',
  '/actifs': 'Erreur: Erreur lors du chargement des années',
  '/donations': 'Erreur: Erreur lors du chargement des années',
  '/donations/historique': 'Erreur: Erreur lors du chargement des données',
  '/campagnes': 'Erreur: Erreur lors du chargement des données des campagnes',
}

/** The specification lets these two show their message without a way to try again. */
const WITHOUT_RETRY = ['/campagnes', '/donateurs']

describe('Quand le service ne répond pas', () => {
  let web: RunningProgram
  beforeAll(async () => {
    web = await runWeb(NOWHERE)
  })
  afterAll(() => web.stop())

  test('chaque écran garde sa coquille, dit ce qui se passe et propose de réessayer', async () => {
    for (const { path, titre } of ECRANS) {
      const { status, document } = await visiter(web.url).ouvrir(path)
      expect(wordsOf(getByRole(document, 'banner'))).toContain('Backend déconnecté')
      const attention = getByRole(document, 'alert', 'Attention')
      expect(wordsOf(attention)).toContain('services Docker')
      getByRole(attention, 'link', 'Réessayer')
      getByRole(document, 'link', /^Dashboard/)
      expect(wordsOf(find(document, 'h1'))).toContain(titre)
      const message = WORDS[path]
      if (message === undefined) continue
      expect(status, path).toBe(503)
      const failure = getByRole(document, 'alert', 'Erreur:')
      expect(wordsOf(failure)).toContain(message)
      expect(listByRole(failure, 'link', 'Réessayer'), path).toHaveLength(
        WITHOUT_RETRY.includes(path) ? 0 : 1,
      )
    }
  })
})

test('un rafraîchissement inconnu le dit dans sa fenêtre, qui se ferme', async () => {
  const visite = partagee()
  const ecran = await visite.ouvrir(
    '/dashboard?rafraichissement=00000000-0000-4000-8000-000000000000',
  )
  const dialog = getByRole(ecran.document, 'dialog')
  expect(wordsOf(dialog)).toContain('Erreur lors de la récupération du statut')
  expect(attribute(getByRole(dialog, 'button'), 'disabled')).toBeUndefined()
  const closed = await visite.presser(ecran, getByRole(dialog, 'button', 'Annuler'))
  expect(closed.adresse.replace(/\?$/, '')).toBe('/dashboard')
  expect(listByRole(closed.document, 'dialog')).toEqual([])
})
