import { type Parcours, parcoursPremierDernier } from '#contract/campagnes'
import { percentOf, sum } from '#figures/ratios'
import { defineTable } from '../../tables/define.server'
import { donors, linked } from '../../tables/links'
import type { Cell, Column } from '../../ui/table'

/** A first campaign: who stayed and who left. */
export interface Loyalty {
  campagne: string
  fideles: number
  migres: number
}

/** Loyalty by first campaign. */
export function loyaltyOf({ data }: Parcours): Loyalty[] {
  const campaigns = [...new Set(data.map(({ premiere_campagne }) => premiere_campagne))]
  const count = (campagne: string, start: string) =>
    sum(
      data
        .filter((row) => row.premiere_campagne === campagne && row.comportement.startsWith(start))
        .map(({ nombre_donateurs }) => nombre_donateurs),
    )
  return campaigns.map((campagne) => ({
    campagne,
    fideles: count(campagne, 'FIDELE_'),
    migres: count(campagne, 'MIGRE_'),
  }))
}

/** Loyalty and migration by first campaign. */
export const parcoursCampagnes = defineTable(
  'fidelite-et-migration',
  parcoursPremierDernier,
  (parcours) => {
    const rows = loyaltyOf(parcours)
    const cells = ({ campagne, fideles, migres }: Loyalty, premiere?: string): Cell[] => {
      const total = fideles + migres
      const list = (comportement?: 'FIDELE' | 'MIGRE') =>
        donors({ ensemble: 'carriere', premiere, comportement })
      return [
        campagne,
        linked(fideles, list('FIDELE')),
        percentOf(fideles, total),
        linked(migres, list('MIGRE')),
        percentOf(migres, total),
        linked(total, list()),
      ]
    }
    const pair = (group: string): Column[] => [
      { title: 'Donateurs', format: 'nombre', group },
      { title: '%', format: 'pourcentage', group },
    ]
    return {
      definition: 'parcours',
      title: 'Fidélité et migration selon la première campagne',
      columns: [
        { title: 'Première campagne', format: 'texte' },
        ...pair('Restés fidèles'),
        ...pair('Ont migré'),
        { title: 'Total', format: 'nombre' },
      ],
      rows: rows.map((row) => cells(row, row.campagne)),
      totals: [
        cells({
          campagne: 'Total',
          fideles: sum(rows.map(({ fideles }) => fideles)),
          migres: sum(rows.map(({ migres }) => migres)),
        }),
      ],
    }
  },
)

/** From first to last campaign: data of the flow chart. */
export const fluxCampagnes = defineTable('flux-campagnes', parcoursPremierDernier, ({ data }) => ({
  definition: 'parcours',
  title: 'De la première campagne à la dernière',
  columns: [
    { title: 'Première campagne', format: 'texte' },
    { title: 'Dernière campagne', format: 'texte' },
    { title: 'Donateurs', format: 'nombre' },
    { title: '% de la première campagne', format: 'pourcentage' },
  ],
  rows: data.map((row) => [
    row.premiere_campagne,
    lastCampaign(row.comportement),
    linked(
      row.nombre_donateurs,
      donors({
        ensemble: 'carriere',
        premiere: row.premiere_campagne,
        derniere: lastCampaign(row.comportement),
      }),
    ),
    row.pourcentage_dans_premiere,
  ]),
}))

/** `VFL`, of `FIDELE_VFL` or `MIGRE_VERS_VFL`. */
export const lastCampaign = (comportement: string): string =>
  comportement.replace(/^(FIDELE|MIGRE_VERS)_/, '')

/** Input of the flow chart. */
export const flowsOf = ({ data }: Parcours) =>
  data.map((row) => ({
    from: row.premiere_campagne,
    to: lastCampaign(row.comportement),
    nombre: row.nombre_donateurs,
    pourcentage: row.pourcentage_dans_premiere,
  }))
