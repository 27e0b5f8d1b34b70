import { expect, test } from 'vitest'
import type { ActiviteStats } from '#contract/activite'
import { startAnalyses } from '../../support/analyses'

const { given, ask } = await startAnalyses()
const read = (annee: number) => ask<ActiviteStats>(`/api/analytics/activite/stats-complet/${annee}`)

/** [actifs, dormants, inactifs, très inactifs] at the end of the year. */
async function readStatuts(annee: number): Promise<number[]> {
  const { stats } = await read(annee)
  return [stats.actifs, stats.dormants, stats.inactifs, stats.tres_inactifs]
}

test('après son dernier don, un donateur est dormant, puis inactif, puis très inactif, pour toujours', async () => {
  await given({ order_date: '2020-12-31' })
  expect(await readStatuts(2019)).toEqual([0, 0, 0, 0])
  expect(await readStatuts(2020)).toEqual([1, 0, 0, 0])
  expect(await readStatuts(2021)).toEqual([0, 1, 0, 0])
  expect(await readStatuts(2022)).toEqual([0, 0, 1, 0])
  expect(await readStatuts(2023)).toEqual([0, 0, 0, 1])
  expect(await readStatuts(2024)).toEqual([0, 0, 0, 1])
  expect(await readStatuts(2200)).toEqual([0, 0, 0, 1])
})

test('un nouveau don le réveille, et le compte repart de là', async () => {
  await given({ order_date: '2018-01-01' }, { order_date: '2022-01-01' })
  expect(await readStatuts(2021)).toEqual([0, 0, 0, 1])
  expect(await readStatuts(2022)).toEqual([1, 0, 0, 0])
  expect(await readStatuts(2023)).toEqual([0, 1, 0, 0])
})

test('chaque période est l’état à son dernier jour', async () => {
  await given(
    { contact_id: 'A', order_date: '2023-05-01' },
    { contact_id: 'A', order_date: '2024-06-30' },
    { contact_id: 'B', order_date: '2022-05-01' },
    { contact_id: 'B', order_date: '2024-10-01' },
    { contact_id: 'C', order_date: '2024-09-30' },
  )
  const { periodes, total_donateurs_historique: total } = await read(2024)
  expect(
    periodes.map((row) => [
      row.periode,
      row.actifs.nombre,
      row.dormants.nombre,
      row.inactifs.nombre,
      row.total,
    ]),
  ).toEqual([
    ['Trimestre 1', 0, 1, 1, 2],
    ['Trimestre 2', 1, 0, 1, 2],
    ['Septembre', 2, 0, 1, 3],
    ['Octobre', 3, 0, 0, 3],
    ['Novembre', 3, 0, 0, 3],
    ['Décembre', 3, 0, 0, 3],
  ])
  expect(total).toBe(3)
})

test('l’objectif est l’an passé plus dix pour cent, arrondi au demi supérieur', async () => {
  await given(
    ...[1, 2, 3, 4, 5].map((n) => ({ contact_id: `A${n}`, order_date: '2023-01-01' })),
    ...[1, 2, 3].map((n) => ({ contact_id: `A${n}`, order_date: '2024-01-01' })),
  )
  // 5 × 1,1 = 5,5, arrondi à 6
  const { objectif_actifs, stats_annee_precedente } = await read(2024)
  expect(objectif_actifs).toEqual({ objectif: 6, realise: 3, ecart: -3, performance: 50 })
  expect(stats_annee_precedente).toMatchObject({ actifs: 5, total: 5 })
})
