import { expect, test } from 'vitest'
import type { SegmentationAnnuelle, SegmentationGlobale } from '#contract/donateurs'
import { startAnalyses } from '../../support/analyses'

const { given, ask } = await startAnalyses()

const dons = (contact_id: string, nombre: number, order_date: string) =>
  Array.from({ length: nombre }, () => ({ contact_id, order_date }))

test('un don, deux à cinq, six et plus : dans l’année, puis sur toute la carrière', async () => {
  await given(
    ...dons('A', 1, '2023-01-01'),
    ...dons('A', 5, '2024-01-01'),
    ...dons('B', 6, '2024-01-01'),
    ...dons('C', 2, '2024-01-01'),
    ...dons('D', 1, '2024-01-01'),
  )
  const annuelle = await ask<SegmentationAnnuelle>('/api/donateurs/segmentation-annuelle')
  expect(
    annuelle.data.map((row) => [
      row.annee,
      row.beginners.nombre,
      row.fideles.nombre,
      row.super_fideles.nombre,
      row.total_donateurs,
    ]),
  ).toEqual([
    [2023, 1, 0, 0, 1],
    [2024, 1, 2, 1, 4],
  ])
  const { donnees } = await ask<SegmentationGlobale>('/api/donateurs/segmentation-globale')
  expect(donnees).toEqual({
    non_fideles: { nombre: 1, pourcentage: 25 },
    fideles: { nombre: 1, pourcentage: 25 },
    super_fideles: { nombre: 2, pourcentage: 50 },
    total_donateurs: 4,
  })
})
