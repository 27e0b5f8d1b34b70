import { expect, test } from 'vitest'
import type { Montants } from '#contract/montants'
import { startAnalyses } from '../../support/analyses'

const { given, ask } = await startAnalyses()

/** The bands that have somebody, by year. */
async function readBands(call: 'total-annuel' | 'dernier-don') {
  const { data } = await ask<Montants>(`/api/analytics/montants/${call}`)
  return data.map(({ annee, tranches }) => [
    annee,
    Object.fromEntries(
      Object.entries(tranches)
        .filter(([, cell]) => cell.nombre > 0)
        .map(([name, cell]) => [name, cell.nombre]),
    ),
  ])
}

test('une tranche commence à son premier montant et finit avant son second', async () => {
  await given(
    ...[0.01, 19.99, 20, 49.99, 50, 4999.99, 5000, 1e9].map((order_amount, index) => ({
      contact_id: `C${index}`,
      order_amount,
    })),
  )
  expect(await readBands('total-annuel')).toEqual([
    [2024, { '0-20': 2, '20-50': 2, '50-100': 1, '2000-5000': 1, '5000+': 2 }],
  ])
})

test('le total annuel additionne les dons, le dernier don est le dernier', async () => {
  await given(
    { order_date: '2024-01-01', order_amount: 19.99 },
    { order_date: '2024-12-31', order_amount: 0.01 },
    { order_date: '2025-01-01', order_amount: 300 },
  )
  expect(await readBands('total-annuel')).toEqual([
    [2024, { '20-50': 1 }],
    [2025, { '200-500': 1 }],
  ])
  expect(await readBands('dernier-don')).toEqual([
    [2024, { '0-20': 1 }],
    [2025, { '200-500': 1 }],
  ])
})

test('deux dons le dernier jour : le dernier est celui dont l’identifiant vient après', async () => {
  await given({ id: '9', order_amount: 100 }, { id: '10', order_amount: 10 })
  expect(await readBands('dernier-don')).toEqual([[2024, { '0-20': 1 }]])
})

test('un don à zéro euro n’est pas le dernier don de l’année', async () => {
  await given(
    { order_date: '2024-05-01', order_amount: 60 },
    { order_date: '2024-12-31', order_amount: 0 },
  )
  expect(await readBands('dernier-don')).toEqual([[2024, { '50-100': 1 }]])
})

test('les différences se comptent sur la ligne d’avant, une année vide comprise', async () => {
  await given(
    { contact_id: 'A', order_date: '2021-01-01', order_amount: 30 },
    { contact_id: 'B', order_date: '2021-01-01', order_amount: 30 },
    { contact_id: 'A', order_date: '2023-01-01', order_amount: 30 },
  )
  const { data } = await ask<Montants>('/api/analytics/montants/total-annuel')
  expect(
    data.map(({ annee, tranches, difference_total }) => [
      annee,
      tranches['20-50']?.nombre,
      tranches['20-50']?.pourcentage,
      tranches['20-50']?.difference,
      difference_total,
    ]),
  ).toEqual([
    [2021, 2, 100, null, null],
    [2022, 0, 0, -2, -2],
    [2023, 1, 100, 1, 1],
  ])
})
