import { describe, expect, test } from 'vitest'
import { refresh, startAnalyses } from '../../support/analyses'
import { ecarts } from '../../support/controles'
import { don } from '../../support/dons'
import { recompute } from '../../support/reference/answers'

const { app, given, ask } = await startAnalyses()
const calls = (annee: number | string) => [
  ...recompute({ dons: [], exclus: [], motif: 'VFL', produit: 'PRODUIT' }, [Number(annee)]).keys(),
]
const callsOfAYear = (annee: string) =>
  calls(2024)
    .filter((url) => url.endsWith('/2024'))
    .map((url) => url.replace('2024', annee))

test('une base vide répond des zéros et des listes vides partout', async () => {
  await given()
  const expected = recompute({ dons: [], exclus: [], motif: 'VFL', produit: 'PRODUIT' }, [2024])
  for (const [url, answer] of expected) expect(await ask(url), url).toEqual(answer)
  expect(await ask('/api/analytics/campagnes/evolution')).toEqual({ data: [], a_date: null })
  expect(await ask('/api/donateurs/segmentation-globale')).toMatchObject({
    donnees: { total_donateurs: 0, fideles: { nombre: 0, pourcentage: 0 } },
  })
  await refresh(app)
  expect(await ecarts(app)).toEqual([])
})

test('un seul don suffit pour des réponses justes partout', async () => {
  const seul = don({ order_date: '2024-02-29', order_amount: 20 })
  await given(seul)
  const expected = recompute(
    { dons: [seul], exclus: [], motif: 'VFL', produit: 'PRODUIT' },
    [1900, 2023, 2024, 2025, 2200],
  )
  for (const [url, answer] of expected) expect(await ask(url), url).toEqual(answer)
})

describe('une année hors de 1900 à 2200', () => {
  test.each(['1899', '2201', 'nan', '2024.5', '-2024'])('%s est refusée partout', async (annee) => {
    for (const url of callsOfAYear(annee)) {
      const response = await app.inject(url)
      expect(response.statusCode, url).toBe(422)
      expect(response.json(), url).toMatchObject({ champ: 'annee' })
    }
  })
})
