import { beforeEach, describe, expect, test } from 'vitest'
import { get, refresh } from '../../support/analyses'
import { type Don, don, insertDons } from '../../support/dons'
import { exclude } from '../../support/exclusion'
import { startService } from '../../support/service'
import { empty } from '../../support/vider'

const { app, database } = await startService()
const { db } = database

async function given(...dons: Partial<Don>[]): Promise<void> {
  await insertDons(db, dons.map(don))
  await refresh(app)
}

beforeEach(async () => {
  await empty(db, 'donations', 'donateurs_exclus')
})

describe('le tableau de bord', () => {
  test('compte les donateurs, les dons et leur montant', async () => {
    await given(
      { contact_id: 'A', order_amount: 10, order_date: '2024-01-01' },
      { contact_id: 'A', order_amount: 20.01, order_date: '2024-12-31' },
      { contact_id: 'B', order_amount: 0.01, order_date: '2024-02-29' },
      { contact_id: 'B', order_amount: 99, order_date: '2025-01-01' },
    )
    expect(await get(app, '/api/dashboard/stats/2024')).toEqual({
      total_donateurs: 2,
      total_donations: 3,
      montant_total: 30.02,
      montant_moyen: 10.01,
    })
    expect(await get(app, '/api/dashboard/annees')).toEqual({ annees: [2025, 2024] })
  })

  test('ne compte ni les dons à zéro euro ni ceux d’un donateur exclu', async () => {
    await exclude(db, 'FAUX')
    await given(
      { contact_id: 'A', order_amount: 10 },
      { contact_id: 'A', order_amount: 0 },
      { contact_id: 'B', order_amount: 5 },
      { contact_id: 'B', order_amount: 0 },
      { contact_id: 'FAUX', order_amount: 1_000_000 },
      { contact_id: 'FAUX', order_amount: 5, order_date: '2019-01-01' },
    )
    expect(await get(app, '/api/dashboard/annees')).toEqual({ annees: [2024] })
    expect(await get(app, '/api/dashboard/stats/2024')).toMatchObject({
      total_donateurs: 2,
      total_donations: 2,
      montant_total: 15,
    })
    // At once, and before any refresh.
    await exclude(db, 'B')
    expect(await get(app, '/api/dashboard/stats/2024')).toMatchObject({
      total_donateurs: 1,
      total_donations: 1,
      montant_total: 10,
    })
  })

  test('donne chaque année depuis la première, aussi celles sans don', async () => {
    await given(
      { order_date: '2021-05-01', order_amount: 5 },
      { order_date: '2023-05-01', order_amount: 7.5 },
      { order_date: '2024-05-01' },
    )
    expect(await get(app, '/api/dashboard/stats-graphiques/2023')).toEqual({
      donations_par_annee: [
        { annee: 2021, nombre: 1 },
        { annee: 2022, nombre: 0 },
        { annee: 2023, nombre: 1 },
      ],
      montants_par_annee: [
        { annee: 2021, montant: 5 },
        { annee: 2022, montant: 0 },
        { annee: 2023, montant: 7.5 },
      ],
      prevision: { annee: 2023, depuis: 2021, jusqua: 2022, donations: 0, montant: 0 },
    })
  })

  test('donne douze mois pour chacune des quatre années qui a des dons', async () => {
    await given(
      { order_date: '2020-01-01' },
      { order_date: '2021-02-28', order_amount: 3 },
      { order_date: '2024-02-29', order_amount: 4 },
      { order_date: '2024-02-01', order_amount: 5 },
    )
    const { donnees_par_annee: donnees } = await get<{
      donnees_par_annee: Record<string, unknown[]>
    }>(app, '/api/dashboard/stats-mensuelles/2024')

    expect(Object.keys(donnees)).toEqual(['2021', '2024'])
    expect(donnees['2024']).toHaveLength(12)
    expect(donnees['2024']?.[1]).toEqual({ mois: 2, nombre_donations: 2, montant_total: 9 })
    expect(donnees['2024']?.[11]).toEqual({ mois: 12, nombre_donations: 0, montant_total: 0 })
    expect(donnees['2021']?.[1]).toEqual({ mois: 2, nombre_donations: 1, montant_total: 3 })
  })

  test('répond des zéros et des listes vides sur une base vide', async () => {
    await refresh(app)
    expect(await get(app, '/api/dashboard/annees')).toEqual({ annees: [] })
    expect(await get(app, '/api/dashboard/stats/2024')).toEqual({
      total_donateurs: 0,
      total_donations: 0,
      montant_total: 0,
      montant_moyen: 0,
    })
    expect(await get(app, '/api/dashboard/stats-graphiques/2024')).toEqual({
      donations_par_annee: [],
      montants_par_annee: [],
      prevision: null,
    })
    expect(await get(app, '/api/dashboard/stats-mensuelles/2024')).toEqual({
      donnees_par_annee: {},
    })
  })

  test.each(['1899', '2201', 'deux-mille', '2024.5'])('refuse l’année %s', async (annee) => {
    const response = await app.inject(`/api/dashboard/stats/${annee}`)
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({ champ: 'annee' })
  })
})
