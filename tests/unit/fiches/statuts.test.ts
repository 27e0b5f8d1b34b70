import { expect, test } from 'vitest'
import { type Dons, listAnnees } from '../../../service/donateurs/fiches/statuts'

const dons = (premier_jour: string, dernier_jour = premier_jour, nombre_dons = 1): Dons => ({
  annee: Number(premier_jour.slice(0, 4)),
  nombre_dons,
  montant: 50 * nombre_dons,
  premier_jour,
  dernier_jour,
})

const lire = (years: Dons[], derniere: number) =>
  listAnnees(years, derniere).map(({ annee, nombre_dons, montant, raison }) =>
    [annee, nombre_dons, montant, raison.replace(/\s/g, ' ')].join(' | '),
  )

test('chaque année dit le statut au 31 décembre et pourquoi', () => {
  expect(
    lire(
      [
        dons('2015-03-02'),
        dons('2016-01-05', '2016-11-03', 3),
        dons('2020-06-01'),
        dons('2021-07-01'),
      ],
      2025,
    ),
  ).toEqual([
    '2015 | 1 | 50 | actif : premier don le 02/03/2015',
    '2016 | 3 | 150 | actif : dernier don le 03/11/2016',
    '2017 | 0 | 0 | dormant : dernier don le 03/11/2016',
    '2018 | 0 | 0 | inactif : dernier don le 03/11/2016',
    '2019 | 0 | 0 | très inactif : dernier don le 03/11/2016',
    '2020 | 1 | 50 | actif : revenu le 01/06/2020, après un dernier don le 03/11/2016',
    '2021 | 1 | 50 | actif : dernier don le 01/07/2021',
    '2022 | 0 | 0 | dormant : dernier don le 01/07/2021',
    '2023 | 0 | 0 | inactif : dernier don le 01/07/2021',
    '2024 | 0 | 0 | très inactif : dernier don le 01/07/2021',
    '2025 | 0 | 0 | très inactif : dernier don le 01/07/2021',
  ])
})

test('les codes suivent les raisons', () => {
  expect(listAnnees([dons('2020-01-01')], 2024).map(({ statut }) => statut)).toEqual([
    'actif',
    'dormant',
    'inactif',
    'tres_inactif',
    'tres_inactif',
  ])
})

test('sans don il n’y a pas d’année ; un don d’après l’horizon a la sienne', () => {
  expect(listAnnees([], 2025)).toEqual([])
  expect(lire([dons('2025-01-01')], 2024)).toEqual([
    '2025 | 1 | 50 | actif : premier don le 01/01/2025',
  ])
  expect(lire([dons('2025-01-01')], 0)).toHaveLength(1)
})
