import { describe, expect, test } from 'vitest'
import { type Donateurs, ecartOf, mouvementOf, partsOf, tauxOf } from '#figures/fidelite'

const some = (given: Partial<Donateurs>): Donateurs => ({
  annee: 2024,
  recul: 0,
  sens: 0,
  revenu: false,
  donateurs: 0,
  cents: 0,
  centsAvant: 0,
  ...given,
})

/** 2022: 40 new donors, none of them again in 2023. 2023: 100 others for 1 000 €. 2024: 80 donors for 900 €. */
const DONATEURS: Donateurs[] = [
  some({ annee: 2022, donateurs: 40, cents: 40_000 }),
  some({ annee: 2023, donateurs: 25, cents: 25_000, revenu: true }),
  some({ annee: 2023, donateurs: 75, cents: 75_000 }),
  some({ annee: 2024, donateurs: 45, cents: 36_000 }),
  some({ annee: 2024, recul: 2, donateurs: 10, cents: 9_000 }),
  some({ annee: 2024, recul: 1, sens: 1, donateurs: 5, cents: 20_000, centsAvant: 5_000 }),
  some({ annee: 2024, recul: 1, donateurs: 15, cents: 15_000, centsAvant: 15_000 }),
  some({ annee: 2024, recul: 1, sens: -1, donateurs: 5, cents: 10_000, centsAvant: 15_000 }),
]

describe('Les taux de fidélité', () => {
  test('chacun divise ce que sa définition dit', () => {
    expect(tauxOf(partsOf(DONATEURS, 2024))).toEqual({
      fidelisation: 25,
      attrition: 75,
      fidelisation_nouveaux: 25,
      fidelisation_reactives: null,
      fidelisation_fideles: null,
      reactivation: 25,
      acquisition: 45,
      couverture: 73.3,
      montant_conserve: 45,
      evolution_conserves: 128.6,
      part_nouveaux: 40,
    })
  })

  test('les groupes de mouvements font la collecte de l’année et celle d’avant', () => {
    const mouvement = (groupe: Parameters<typeof mouvementOf>[2]) =>
      mouvementOf(DONATEURS, 2024, groupe)
    expect(mouvement('hausse')).toEqual({
      groupe: 'hausse',
      donateurs: 5,
      ...ecartOf(5_000, 20_000),
    })
    expect(mouvement('stables')).toMatchObject({ donateurs: 15, montant_apres: 150, ecart: 0 })
    expect(mouvement('baisse')).toMatchObject({ donateurs: 5, ecart: -50 })
    expect(mouvement('nouveaux')).toMatchObject({ donateurs: 45, montant_avant: 0, ecart: 360 })
    expect(mouvement('reactives')).toMatchObject({ donateurs: 10, montant_avant: 0, ecart: 90 })
    expect(mouvement('perdus_nouveaux')).toMatchObject({ donateurs: 75, ecart: -750 })
    expect(mouvement('perdus_autres')).toMatchObject({ donateurs: 0, ecart: 0 })
  })
})
