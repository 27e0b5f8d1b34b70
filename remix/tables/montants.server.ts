import { type Montants, montantsDernierDon, montantsTotalAnnuel } from '#contract/montants'
import type { Column, Table } from '../ui/table'
import { defineTable } from './define.server'
import { bandTitle } from './tranches'

function bandColumns(band: string): Column[] {
  const group = bandTitle(band)
  return [
    { title: 'Nombre', format: 'nombre', group },
    { title: '%', format: 'pourcentage', group },
    { title: 'Écart', format: 'ecart', group, judged: 'signe' },
  ]
}

function byBand({ metadata, data }: Montants): Pick<Table, 'columns' | 'rows' | 'stacked'> {
  const bands = metadata.tranches_disponibles
  return {
    stacked: true,
    columns: [
      { title: 'Année', format: 'annee' },
      ...bands.flatMap(bandColumns),
      { title: 'Total', format: 'nombre' },
      { title: 'Écart total', format: 'ecart', judged: 'signe' },
    ],
    rows: data.map((row) => [
      row.annee,
      ...bands.flatMap((band) => {
        const cell = row.tranches[band]
        return [cell?.nombre ?? 0, cell?.pourcentage ?? 0, cell?.difference ?? null]
      }),
      row.total_donateurs,
      row.difference_total,
    ]),
  }
}

function shares({ metadata, data }: Montants): Pick<Table, 'columns' | 'rows'> {
  const bands = metadata.tranches_disponibles
  return {
    columns: [
      { title: 'Année', format: 'annee' },
      ...bands.map((band) => ({ title: bandTitle(band), format: 'pourcentage' as const })),
    ],
    rows: data.map((row) => [
      row.annee,
      ...bands.map((band) => row.tranches[band]?.pourcentage ?? 0),
    ]),
  }
}

export const montantTotalAnnuel = defineTable(
  'montant-total-annuel',
  montantsTotalAnnuel,
  (montants) => ({
    title: 'Montant total annuel par donateur',
    ...byBand(montants),
  }),
)

export const montantDernierDon = defineTable(
  'montant-dernier-don',
  montantsDernierDon,
  (montants) => ({
    title: 'Dernier don de l’année par donateur',
    ...byBand(montants),
  }),
)

export const partsTotalAnnuel = defineTable(
  'tranches-total-annuel',
  montantsTotalAnnuel,
  (montants) => ({
    title: 'Répartition selon le montant total annuel',
    ...shares(montants),
  }),
)

export const partsDernierDon = defineTable(
  'tranches-dernier-don',
  montantsDernierDon,
  (montants) => ({
    title: 'Répartition selon le dernier don de l’année',
    ...shares(montants),
  }),
)
