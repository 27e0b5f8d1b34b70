import { describe, expect, test } from 'vitest'
import type {
  NouveauxAnciens,
  NouveauxCampagnes,
  NouveauxMedia,
  NouveauxOrigine,
} from '#contract/nouveaux-anciens'
import { startAnalyses } from '../../support/analyses'

const { given, ask } = await startAnalyses()
const URL = '/api/analytics/nouveaux-anciens'

const readPeriodes = async (annee: number) => {
  const { data } = await ask<NouveauxAnciens>(`${URL}/${annee}`)
  return data
    .filter((row) => row.total > 0)
    .map((row) => [row.periode, row.nouveaux.nombre, row.anciens.nombre])
}

describe('nouveau et ancien', () => {
  test('on est nouveau l’année de son premier don, ancien les suivantes, même après des années', async () => {
    await given(
      { contact_id: 'A', order_date: '2018-06-01' },
      { contact_id: 'A', order_date: '2024-06-01' },
      { contact_id: 'B', order_date: '2024-06-01' },
    )
    expect(await readPeriodes(2018)).toEqual([['Trimestre 2', 1, 0]])
    expect(await readPeriodes(2024)).toEqual([['Trimestre 2', 1, 1]])
  })

  test('un donateur ne compte qu’une fois, à la période de son premier don de l’année', async () => {
    await given(
      { order_date: '2024-02-29' },
      { order_date: '2024-08-31' },
      { order_date: '2024-12-31' },
    )
    expect(await readPeriodes(2024)).toEqual([['Trimestre 1', 1, 0]])
  })

  test('le 31 décembre est de décembre, le lendemain fait de lui un ancien du premier trimestre', async () => {
    await given({ order_date: '2023-12-31' }, { order_date: '2024-01-01' })
    expect(await readPeriodes(2023)).toEqual([['Décembre', 1, 0]])
    expect(await readPeriodes(2024)).toEqual([['Trimestre 1', 0, 1]])
  })

  test('juillet et août ont leur ligne, si bien que les lignes font le total', async () => {
    await given({ contact_id: 'A', order_date: '2024-07-14' }, { order_date: '2024-08-15' })
    expect(await readPeriodes(2024)).toEqual([['Juillet-Août', 2, 0]])
  })

  test('un don à zéro euro ne fait pas un ancien', async () => {
    await given({ order_date: '2020-01-01', order_amount: 0 }, { order_date: '2024-01-01' })
    expect(await readPeriodes(2024)).toEqual([['Trimestre 1', 1, 0]])
  })

  test('les pourcentages sont ceux du groupe, cette année et l’année d’avant', async () => {
    await given(
      ...['A', 'B', 'C'].map((contact_id) => ({ contact_id, order_date: '2023-05-01' })),
      ...['D', 'E', 'F', 'G', 'H', 'I', 'J'].map((contact_id) => ({
        contact_id,
        order_date: '2024-09-01',
      })),
      { contact_id: 'K', order_date: '2024-10-01' },
    )
    const { data, totaux, objectifs } = await ask<NouveauxAnciens>(`${URL}/2024`)
    const septembre = data.find(({ periode }) => periode === 'Septembre')
    expect(septembre?.nouveaux).toEqual({
      nombre: 7,
      pourcentage_annee: 87.5,
      pourcentage_annee_precedente: 233.3,
    })
    expect(totaux).toMatchObject({ total_nouveaux: 8, total_nouveaux_precedente: 3 })
    // 3 × 1,1 = 3,3
    expect(objectifs.nouveaux).toEqual({ objectif: 3, realise: 8, ecart: 5, performance: 266.7 })
  })
})

describe('codes du premier don', () => {
  test('le code média est celui du premier don de toujours', async () => {
    await given(
      { order_date: '2024-03-01', codemedia_code: 'WEB' },
      { order_date: '2024-02-01', codemedia_code: 'POSTAL' },
      { contact_id: 'B', order_date: '2024-05-01' },
      { contact_id: 'ancien', order_date: '2023-05-01', codemedia_code: 'SMS' },
      { contact_id: 'ancien', order_date: '2024-01-01', codemedia_code: 'CALLCENTER' },
    )
    const { data, totaux } = await ask<NouveauxMedia>(`${URL}/media/2024`)
    expect(
      data.map((row) => [row.codemedia_code, row.nouveaux_current, row.nouveaux_previous]),
    ).toEqual([
      ['N/A', 1, 0],
      ['POSTAL', 1, 0],
      ['SMS', 0, 1],
    ])
    expect(data.map((row) => row.evolution)).toEqual([100, 100, -100])
    expect(totaux).toMatchObject({ total_current: 2, total_previous: 1 })
  })

  test('deux dons le même jour : l’identifiant le plus court, puis le plus petit, est le premier', async () => {
    await given(
      { id: '10', codemedia_code: 'DIX' },
      { id: '9', codemedia_code: 'NEUF' },
      { id: '091', codemedia_code: 'LONG' },
      { contact_id: 'B', id: 'b', codemedia_code: 'MINUSCULE' },
      { contact_id: 'B', id: 'B', codemedia_code: 'MAJUSCULE' },
    )
    const { data } = await ask<NouveauxMedia>(`${URL}/media/2024`)
    expect(data.map((row) => row.codemedia_code)).toEqual(['MAJUSCULE', 'NEUF'])
  })

  test('le code origine est celui du premier don de l’année, pour les anciens aussi', async () => {
    await given(
      { order_date: '2023-01-01', origincode_code: 'X' },
      { order_date: '2024-02-01', origincode_code: 'Y' },
      { order_date: '2024-03-01', origincode_code: 'Z' },
    )
    const { data } = await ask<NouveauxOrigine>(`${URL}/origine/2024`)
    expect(
      data.map((row) => [row.origincode_code, row.anciens_current, row.nouveaux_previous]),
    ).toEqual([
      ['Y', 1, 0],
      ['X', 0, 1],
    ])
  })

  test('le profil est celui des dons de l’année', async () => {
    await given(
      { order_date: '2023-01-01', campaign_code: 'VFL' },
      { order_date: '2024-01-01', campaign_code: 'NOEL' },
      { contact_id: 'B', order_date: '2024-01-01', campaign_code: 'NOEL' },
      { contact_id: 'B', order_date: '2024-05-01', campaign_code: 'x-vfl-y' },
    )
    const { data } = await ask<NouveauxCampagnes>(`${URL}/campagnes/2024`)
    expect(
      data.map((row) => [row.profil_campagne, row.nouveaux_current, row.anciens_current]),
    ).toEqual([
      ['MIXTE', 1, 0],
      ['PRODUIT_UNIQUEMENT', 0, 1],
      ['VFL_UNIQUEMENT', 0, 0],
    ])
  })
})

test('à date, le total compte aussi qui était alors d’un profil que plus personne n’a', async () => {
  const on = (annee: number, days: string[]) =>
    days.map((day, at) => ({
      order_date: `${annee}-${day}`,
      contact_id: `C${at}`,
      campaign_code: 'VFL',
    }))
  await given(
    ...on(2023, ['01-10', '02-10', '04-10', '06-10', '09-10', '11-20']),
    { order_date: '2023-01-02', contact_id: 'A', campaign_code: 'AUTRE' },
    { order_date: '2023-12-29', contact_id: 'A', campaign_code: 'VFL' },
    ...on(2024, ['01-10', '02-10', '03-10', '04-10', '05-10', '06-10']),
  )
  // Up to 10 June: six donors in 2024; in 2023 four, and A, of the other campaign alone by then.
  const { totaux } = await ask<NouveauxCampagnes>(`${URL}/campagnes/2024`)
  expect(totaux).toMatchObject({ total_current: 6, evolution_total_a_date: 20 })
})
