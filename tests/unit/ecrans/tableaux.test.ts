import { describe, expect, test } from 'vitest'
import { activiteParPeriode, objectifActifs } from '../../../remix/screens/actifs/table.server'
import { nonFideles } from '../../../remix/screens/donateurs/table.server'
import { montantTotalAnnuel } from '../../../remix/screens/montant/table.server'
import {
  nouveauxParMedia,
  nouveauxParOrigine,
} from '../../../remix/screens/nouveaux/codes-table.server'
import { nouveauxParPeriode, objectifsNouveaux } from '../../../remix/screens/nouveaux/table.server'
import { profileLabel } from '../../../remix/tables/profils'
import { STATUTS } from '../../../remix/tables/statuts'
import { bandTitle } from '../../../remix/tables/tranches'
import { valeurs } from '../../support/cellules'

describe('Les montants', () => {
  test.each([
    ['0-20', 'De 0 à 20'],
    ['2000-5000', 'De 2000 à 5000'],
    ['5000+', '5000 et +'],
  ])('la tranche %s s’intitule « %s »', (band, title) => {
    expect(bandTitle(band)).toBe(title)
  })

  test('chaque tranche a un nombre, un pourcentage et un écart ; la première année n’a pas d’écart', () => {
    const cell = (nombre: number, pourcentage: number, difference: number | null) => ({
      nombre,
      pourcentage,
      difference,
      difference_a_date: null,
    })
    const { columns, rows } = montantTotalAnnuel.build({
      metadata: { tranches_disponibles: ['0-20', '5000+'] },
      data: [
        {
          annee: 2024,
          tranches: { '0-20': cell(3, 75, null), '5000+': cell(1, 25, null) },
          total_donateurs: 4,
          difference_total: null,
          difference_total_a_date: null,
        },
        {
          annee: 2025,
          tranches: { '0-20': cell(2, 100, -1), '5000+': cell(0, 0, -1) },
          total_donateurs: 2,
          difference_total: -2,
          difference_total_a_date: null,
        },
      ],
      a_date: null,
    })
    expect(columns.map(({ group, title }) => group ?? title)).toEqual([
      'Année',
      ...Array<string>(3).fill('De 0 à 20'),
      ...Array<string>(3).fill('5000 et +'),
      'Total',
      'Écart total',
    ])
    expect(valeurs(rows)).toEqual([
      [2024, 3, 75, null, 1, 25, null, 4, null],
      [2025, 2, 100, -1, 0, 0, -1, 2, -2],
    ])
  })
})

const OBJECTIF = { objectif: 11, realise: 12, ecart: 1, performance: 109.1 }
const NOUVEAUX = {
  data: [
    {
      periode: 'Trimestre 1' as const,
      nouveaux: { nombre: 12, pourcentage_annee: 100, pourcentage_annee_precedente: 120 },
      anciens: { nombre: 5, pourcentage_annee: 100, pourcentage_annee_precedente: 0 },
      total: 17,
    },
  ],
  totaux: {
    total_nouveaux: 12,
    total_anciens: 5,
    total_general: 17,
    total_nouveaux_precedente: 10,
    total_anciens_precedente: 0,
    total_general_precedente: 10,
  },
  objectifs: {
    nouveaux: OBJECTIF,
    anciens: { objectif: 0, realise: 5, ecart: 5, performance: 0 },
  },
  a_date: null,
}

describe('Les nouveaux et les anciens', () => {
  test('sous les périodes viennent le total de l’année et celui de l’année précédente', () => {
    expect(valeurs(nouveauxParPeriode.build(2025, NOUVEAUX).totals)).toEqual([
      ['Total 2025', 12, 100, 120, 5, 100, 0, 17],
      ['Total 2024', 10, null, 100, 0, null, 0, 10],
    ])
  })

  test('les objectifs ont une ligne pour les nouveaux et une pour les anciens', () => {
    expect(valeurs(objectifsNouveaux.build(2025, NOUVEAUX).rows)).toEqual([
      ['Nouveaux', 10, 11, 12, 1],
      ['Anciens', 0, 0, 5, 5],
    ])
  })

  test('l’année en cours a, à côté de chaque part de l’an passé et des objectifs, son évolution à date', () => {
    const au = { au: '2025-10-31', comparable: true }
    const running = {
      ...NOUVEAUX,
      a_date: { ...au, evolution_nouveaux: 4.2, evolution_anciens: null, evolution_general: 4 },
    }
    const [total] = nouveauxParPeriode.build(2025, running).totals ?? []
    expect(total?.[3]).toEqual({ value: 120, atDate: { ...au, value: 4.2 } })
    expect(total?.[6]).toEqual({ value: 0, atDate: { ...au, value: null } })
    const goals = objectifsNouveaux.build(2025, running)
    expect(goals.columns.at(-1)?.title).toBe('À date (au 31/10)')
    expect(goals.rows.map((row) => row.at(-1))).toEqual([4.2, null])
    const impossible = { ...running, a_date: { ...running.a_date, comparable: false } }
    expect(objectifsNouveaux.build(2025, impossible).rows[0]?.at(-1)).toBe(
      'comparaison à date impossible',
    )
  })

  test('le total des codes média a son évolution', () => {
    const media = nouveauxParMedia.build(2025, {
      data: [
        {
          codemedia_code: 'WEB',
          nouveaux_current: 3,
          nouveaux_previous: 0,
          pourcentage_current: 100,
          pourcentage_previous: 0,
          evolution: 100,
          evolution_a_date: null,
        },
      ],
      totaux: { total_current: 3, total_previous: 4, evolution_a_date: null },
      a_date: null,
    })
    expect(valeurs(media.rows)).toEqual([['WEB', 3, 100, 0, 0, 100]])
    expect(valeurs(media.totals)).toEqual([['Total', 3, 100, 4, 100, -25]])
  })

  test('les codes origine comparent nouveaux, anciens et total des deux années', () => {
    const counts = {
      nouveaux_current: 1,
      nouveaux_previous: 2,
      anciens_current: 3,
      anciens_previous: 3,
      total_current: 4,
      total_previous: 5,
      evolution_nouveaux_a_date: null,
      evolution_anciens_a_date: null,
      evolution_total_a_date: null,
    }
    const origine = nouveauxParOrigine.build(2025, {
      data: [
        {
          origincode_code: 'SITE',
          ...counts,
          pct_nouveaux_current: 10,
          pct_nouveaux_previous: 20,
          pct_anciens_current: 30,
          pct_anciens_previous: 31,
          pct_total_current: 40,
          pct_total_previous: 50,
          evolution_nouveaux: -50,
          evolution_anciens: 0,
          evolution_total: -20,
        },
      ],
      totaux: counts,
      a_date: null,
    })
    expect(valeurs(origine.rows)).toEqual([
      ['SITE', 1, 10, 2, 20, -50, 3, 30, 3, 31, 0, 4, 40, 5, 50, -20],
    ])
    expect(valeurs(origine.totals)[0]?.slice(0, 6)).toEqual(['Total', 1, 100, 2, 100, -50])
  })
})

describe('L’activité', () => {
  const part = (nombre: number) => ({ nombre, pourcentage: nombre })
  const statuts = (counts: [number, number, number, number]) => ({
    actifs: counts[0],
    actifs_pourcentage: counts[0],
    dormants: counts[1],
    dormants_pourcentage: counts[1],
    inactifs: counts[2],
    inactifs_pourcentage: counts[2],
    tres_inactifs: counts[3],
    tres_inactifs_pourcentage: counts[3],
  })
  const activite = {
    stats: statuts([40, 30, 20, 10]),
    total_donateurs_historique: 100,
    periodes: [
      {
        periode: 'Décembre',
        actifs: part(40),
        dormants: part(30),
        inactifs: part(20),
        tres_inactifs: part(10),
        total: 100,
      },
    ],
    stats_annee_precedente: { ...statuts([50, 25, 15, 10]), total: 100 },
    objectif_actifs: { objectif: 55, realise: 40, ecart: -15, performance: 72.7 },
    a_date: null,
  }

  test('la légende dit quand chacun a donné pour la dernière fois', () => {
    expect(STATUTS.map(({ title, meaning }) => `${title} ${meaning(2025)}`)).toEqual([
      'Actifs ont donné en 2025',
      'Dormants ont donné pour la dernière fois en 2024',
      'Inactifs ont donné pour la dernière fois en 2023',
      'Très inactifs ont donné pour la dernière fois avant 2023',
    ])
  })

  test('sous les périodes vient l’année précédente', () => {
    const { rows, totals } = activiteParPeriode.build(2025, activite)
    expect(valeurs(rows)).toEqual([['Décembre', 40, 40, 30, 30, 20, 20, 10, 10, 100]])
    expect(valeurs(totals)).toEqual([['Année 2024', 50, 50, 25, 25, 15, 15, 10, 10, 100]])
  })

  test('l’objectif se lit avec ce qui est réalisé, l’écart et la performance', () => {
    expect(valeurs(objectifActifs.build(2025, activite).rows)).toEqual([
      ['Donateurs actifs', 50, 55, 40, -15, 72.7],
    ])
  })

  test('sans année précédente, il n’y a pas de performance', () => {
    const first = {
      ...activite,
      objectif_actifs: { objectif: 0, realise: 40, ecart: 40, performance: 0 },
    }
    expect(objectifActifs.build(2025, first).rows[0]?.at(-1)).toBeNull()
  })
})

test.each([
  ['PRODUIT_UNIQUEMENT', 'PRODUIT uniquement'],
  ['VFL_UNIQUEMENT', 'VFL uniquement'],
  ['MIXTE', 'Les deux'],
  ['LES_DEUX', 'Les deux'],
])('le profil %s se dit « %s »', (profil, label) => {
  expect(profileLabel(profil)).toBe(label)
})

test('les non fidèles se partagent entre VFL, d’abord, et l’autre campagne', () => {
  const table = nonFideles.build({
    donnees: {
      produit: { nombre: 3, pourcentage: 75 },
      vfl: { nombre: 1, pourcentage: 25 },
    },
  })
  expect(valeurs(table.rows)).toEqual([
    ['VFL', 1, 25],
    ['PRODUIT', 3, 75],
  ])
  expect(valeurs(table.totals)).toEqual([['Total non fidèles', 4, 100]])
})
