import { describe, expect, test } from 'vitest'
import type {
  CampagnesEvolution,
  DonateursMixtes,
  Parcours,
  RepartitionGlobale,
} from '#contract/campagnes'
import type { NonFidelesCampagnes } from '#contract/donateurs'
import { startAnalyses } from '../../support/analyses'

const { given, ask } = await startAnalyses({ CAMPAGNE_PRODUIT: 'CALENDRIER' })

async function readRepartition() {
  const { data } = await ask<RepartitionGlobale>('/api/analytics/campagnes/repartition-globale')
  return Object.fromEntries(data.map((row) => [row.profil_campagne, row.nombre_donateurs]))
}

describe('à quelle campagne appartient un don', () => {
  test.each([
    ['le motif est dans le code campagne', { campaign_code: 'MAILING-VFL-24' }, true],
    ['sans égard à la casse', { campaign_code: 'vfl' }, true],
    [
      'le code campagne l’emporte sur le produit',
      { campaign_code: 'X', product_code: 'VFL' },
      false,
    ],
    ['sans code campagne, le produit décide', { campaign_code: null, product_code: 'Vfl1' }, true],
    ['un code campagne vide ne dit rien', { campaign_code: '', product_code: 'VFL' }, true],
    ['sans aucun code', {}, false],
    ['les lettres séparées ne suffisent pas', { campaign_code: 'V-F-L' }, false],
  ])('%s', async (_cas, codes, isVfl) => {
    await given(codes)
    expect(await readRepartition()).toEqual({
      CALENDRIER_UNIQUEMENT: isVfl ? 0 : 1,
      VFL_UNIQUEMENT: isVfl ? 1 : 0,
      LES_DEUX: 0,
    })
  })
})

describe('mixtes et parcours', () => {
  test('donner à l’une puis à l’autre n’est pas mixte dans l’année, mais l’est sur la carrière', async () => {
    await given(
      { order_date: '2023-12-31', campaign_code: 'VFL' },
      { order_date: '2024-01-01', campaign_code: 'CALENDRIER' },
    )
    const { data } = await ask<DonateursMixtes>('/api/analytics/campagnes/donateurs-mixtes')
    expect(data.map((row) => row.nombre_donateurs_mixtes)).toEqual([0, 0])
    expect(await readRepartition()).toEqual({
      CALENDRIER_UNIQUEMENT: 0,
      VFL_UNIQUEMENT: 0,
      LES_DEUX: 1,
    })
  })

  test('le montant des mixtes compte tous leurs dons de l’année', async () => {
    await given(
      { contact_id: 'A', campaign_code: 'VFL', order_amount: 10 },
      { contact_id: 'A', campaign_code: 'CALENDRIER', order_amount: 20.01 },
      { contact_id: 'B', campaign_code: 'VFL', order_amount: 500 },
      { contact_id: 'C', campaign_code: 'VFL', order_amount: 1 },
      { contact_id: 'C', campaign_code: null, order_amount: 1 },
    )
    const { data } = await ask<DonateursMixtes>('/api/analytics/campagnes/donateurs-mixtes')
    // (10 + 20,01 + 1 + 1) / 2 = 16,005, arrondi à 16,01
    expect(data).toEqual([
      {
        annee: 2024,
        nombre_donateurs_mixtes: 2,
        total_donateurs_annee: 3,
        pourcentage_mixtes: 66.7,
        montant_total_mixtes: 32.01,
        montant_moyen_mixtes: 16.01,
      },
    ])
  })

  test('le parcours va du premier don de toujours au dernier, qui n’a donné qu’une fois est fidèle', async () => {
    await given(
      { contact_id: 'fidèle', campaign_code: 'VFL' },
      { contact_id: 'aller-retour', order_date: '2020-01-01', campaign_code: 'VFL' },
      { contact_id: 'aller-retour', order_date: '2021-01-01', campaign_code: 'X' },
      { contact_id: 'aller-retour', order_date: '2022-01-01', campaign_code: 'VFL' },
      { contact_id: 'migré', order_date: '2020-01-01', campaign_code: 'VFL' },
      { contact_id: 'migré', order_date: '2024-01-01', campaign_code: 'X' },
    )
    const { data } = await ask<Parcours>('/api/analytics/campagnes/parcours-premier-dernier')
    expect(data.map((row) => Object.values(row))).toEqual([
      ['CALENDRIER', 'FIDELE_CALENDRIER', 0, 0],
      ['CALENDRIER', 'MIGRE_VERS_VFL', 0, 0],
      ['VFL', 'FIDELE_VFL', 2, 66.7],
      ['VFL', 'MIGRE_VERS_CALENDRIER', 1, 33.3],
    ])
  })

  test('l’évolution se compte sur la ligne d’avant, rien pour la première', async () => {
    await given(
      { contact_id: 'A', order_date: '2022-01-01', campaign_code: 'VFL' },
      { contact_id: 'A', order_date: '2023-01-01', campaign_code: 'VFL' },
      { contact_id: 'B', order_date: '2023-01-01' },
      { contact_id: 'C', order_date: '2023-01-01' },
    )
    const { data } = await ask<CampagnesEvolution>('/api/analytics/campagnes/evolution')
    expect(
      data.map((row) => [row.evolution_nouveaux, row.evolution_anciens, row.evolution_globale]),
    ).toEqual([
      [null, null, null],
      [100, 100, 200],
    ])
    expect(data[1]?.anciens).toEqual([
      { profil_campagne: 'CALENDRIER_UNIQUEMENT', nombre_donateurs: 0 },
      { profil_campagne: 'VFL_UNIQUEMENT', nombre_donateurs: 1 },
      { profil_campagne: 'MIXTE', nombre_donateurs: 0 },
    ])
  })

  test('les non fidèles se partagent entre VFL et la campagne que les réglages nomment', async () => {
    await given(
      { contact_id: 'A', campaign_code: 'VFL' },
      { contact_id: 'B' },
      { contact_id: 'B', order_date: '2020-01-01' },
    )
    const { donnees } = await ask<NonFidelesCampagnes>('/api/donateurs/non-fideles-campagnes')
    expect(donnees).toEqual({
      vfl: { nombre: 1, pourcentage: 100 },
      calendrier: { nombre: 0, pourcentage: 0 },
    })
  })
})
