import { describe, expect, test } from 'vitest'
import {
  fluxCampagnes,
  parcoursCampagnes,
} from '../../../remix/screens/campagnes/parcours-table.server'
import { evolutionCampagnes, mixtesParAnnee } from '../../../remix/screens/campagnes/table.server'
import {
  mixtesHighlights,
  parcoursHighlights,
  repartitionHighlights,
  segmentHighlights,
} from '../../../remix/tables/highlights.server'
import type { Highlight } from '../../../remix/ui/highlights'
import { valueOf } from '../../../remix/ui/table'
import { valeurs } from '../../support/cellules'

const PARCOURS = {
  data: [
    ['PRODUIT', 'FIDELE_PRODUIT', 60, 75] as const,
    ['PRODUIT', 'MIGRE_VERS_VFL', 20, 25] as const,
    ['VFL', 'MIGRE_VERS_PRODUIT', 4, 20] as const,
    ['VFL', 'FIDELE_VFL', 16, 80] as const,
  ].map(([premiere_campagne, comportement, nombre_donateurs, pourcentage_dans_premiere]) => ({
    premiere_campagne,
    comportement,
    nombre_donateurs,
    pourcentage_dans_premiere,
  })),
}

const mixte = (annee: number, nombre: number, total: number, montant: number) => ({
  annee,
  nombre_donateurs_mixtes: nombre,
  total_donateurs_annee: total,
  pourcentage_mixtes: (nombre * 100) / total,
  montant_total_mixtes: montant,
  montant_moyen_mixtes: nombre > 0 ? montant / nombre : 0,
})
const MIXTES = {
  data: [mixte(2023, 30, 100, 600), mixte(2024, 0, 40, 0), mixte(2025, 10, 20, 500)],
}

const details = (highlights: Highlight[]) =>
  highlights.map(
    ({ label, value, detail }) => `${label} : ${value}, ${detail.map(valueOf).join('')}`,
  )

describe('Les campagnes', () => {
  test('l’évolution a les profils des nouveaux et des anciens dans le même ordre, 0 où il n’y a personne', () => {
    const { columns, rows } = evolutionCampagnes.build('PRODUIT', {
      data: [
        {
          annee: 2025,
          nouveaux: [{ profil_campagne: 'MIXTE', nombre_donateurs: 2 }],
          anciens: [
            { profil_campagne: 'VFL_UNIQUEMENT', nombre_donateurs: 5 },
            { profil_campagne: 'PRODUIT_UNIQUEMENT', nombre_donateurs: 3 },
          ],
          total_nouveaux: 2,
          total_anciens: 8,
          total_global: 10,
          evolution_nouveaux: null,
          evolution_anciens: 33.3,
          evolution_globale: -10,
          evolution_nouveaux_a_date: null,
          evolution_anciens_a_date: null,
          evolution_globale_a_date: null,
        },
      ],
      a_date: null,
    })
    expect(columns.map(({ title }) => title)).toEqual([
      'Année',
      ...['PRODUIT uniquement', 'VFL uniquement', 'Les deux', 'Total', 'Évolution'],
      ...['PRODUIT uniquement', 'VFL uniquement', 'Les deux', 'Total', 'Évolution'],
      ...['Total', 'Évolution'],
    ])
    expect(valeurs(rows)).toEqual([[2025, 0, 0, 2, 2, null, 3, 5, 0, 8, 33.3, 10, -10]])
  })

  test('chaque première campagne a ses fidèles et ses migrés, et leur total', () => {
    const { rows, totals } = parcoursCampagnes.build(PARCOURS)
    expect(valeurs(rows)).toEqual([
      ['PRODUIT', 60, 75, 20, 25, 80],
      ['VFL', 16, 80, 4, 20, 20],
    ])
    expect(valeurs(totals)).toEqual([['Total', 76, 76, 24, 24, 100]])
  })

  test('les flux vont de la première campagne à la dernière', () => {
    expect(valeurs(fluxCampagnes.build(PARCOURS).rows)).toEqual([
      ['PRODUIT', 'PRODUIT', 60, 75],
      ['PRODUIT', 'VFL', 20, 25],
      ['VFL', 'PRODUIT', 4, 20],
      ['VFL', 'VFL', 16, 80],
    ])
  })

  test('la moyenne globale est celle d’une année moyenne', () => {
    expect(valeurs(mixtesParAnnee.build(MIXTES).totals)).toEqual([
      ['Moyenne globale', 13, 53, 25, 366.67, 27.5],
    ])
  })
})

describe('Ce qu’il faut retenir', () => {
  test('des parcours : la fidélité, la campagne qui retient le mieux, la principale migration', () => {
    expect(details(parcoursHighlights(PARCOURS))).toEqual([
      'Fidélité globale : 76,0\u00A0%, 76\u00A0donateurs restés sur 100',
      'Campagne la plus fidélisante : VFL, 80,0\u00A0% de ses donateurs sont restés',
      'Principale migration : PRODUIT → VFL, 20\u00A0donateurs, 25,0\u00A0% de la première campagne',
    ])
  })

  test('des mixtes : l’année qui en a le plus, le meilleur pourcentage, le montant moyen le plus élevé', () => {
    expect(details(mixtesHighlights(MIXTES))).toEqual([
      'Année avec le plus de donateurs mixtes : 2023, 30\u00A0donateurs mixtes',
      'Meilleur pourcentage : 2025, 50,0\u00A0% des donateurs de l’année',
      'Montant moyen le plus élevé : 2025, 50,00\u00A0€ par donateur mixte',
    ])
  })

  test('sans donateur mixte, il n’y a rien à retenir', () => {
    expect(mixtesHighlights({ data: [mixte(2024, 0, 40, 0)] })).toEqual([])
  })

  test('de la répartition : le profil majoritaire et la diversification', () => {
    const row = (profil_campagne: string, libelle_campagne: string, nombre: number) => ({
      profil_campagne,
      libelle_campagne,
      nombre_donateurs: nombre,
      pourcentage: nombre,
    })
    const data = [row('VFL_UNIQUEMENT', 'VFL uniquement', 60), row('LES_DEUX', 'Les deux', 1)]
    expect(details(repartitionHighlights({ data, total_global: 100 }))).toEqual([
      'Profil majoritaire : VFL uniquement, 60,0\u00A0% des donateurs',
      'Diversification : 1,0\u00A0%, 1\u00A0donateur a donné aux deux campagnes',
    ])
  })

  test('de la segmentation : ce que fait chaque segment d’une année moyenne', () => {
    const part = (nombre: number) => ({ nombre, pourcentage: 0 })
    const year = (annee: number, one: number, two: number, six: number) => ({
      annee,
      beginners: part(one),
      fideles: part(two),
      super_fideles: part(six),
      total_donateurs: one + two + six,
    })
    const data = [year(2024, 6, 3, 1), year(2025, 20, 9, 1)]
    expect(details(segmentHighlights({ data }))).toEqual([
      'Beginners en moyenne : 65,0\u00A0%, des donateurs de l’année, 13 par an',
      'Fidèles en moyenne : 30,0\u00A0%, des donateurs de l’année, 6 par an',
      'Super Fidèles en moyenne : 5,0\u00A0%, des donateurs de l’année, 1 par an',
    ])
  })
})
