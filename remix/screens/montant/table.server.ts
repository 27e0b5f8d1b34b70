import { type Montants, montantsDernierDon, montantsTotalAnnuel, Tranche } from '#contract/montants'
import { beside } from '../../tables/at-date'
import { defineClasseur, defineTable } from '../../tables/define.server'
import { donors, linked } from '../../tables/links'
import { bandTitle } from '../../tables/tranches'
import type { Column, Table } from '../../ui/table'
import { reperesParAnnee } from './reperes-table.server'

function bandColumns(band: string): Column[] {
  const group = bandTitle(band)
  return [
    { title: 'Nombre', format: 'nombre', group },
    { title: '%', format: 'pourcentage', group },
    { title: 'Écart', format: 'ecart', group, judged: 'signe', compares: 'annee' },
  ]
}

function byBand(
  ensemble: 'tranche_total' | 'tranche_dernier',
  { metadata, data, a_date }: Montants,
): Pick<Table, 'byYear' | 'columns' | 'rows' | 'stacked'> {
  const dayOf = (annee: number) => (annee === a_date?.annee ? a_date : null)
  const bands = metadata.tranches_disponibles.map((band) => Tranche.parse(band))
  return {
    byYear: true,
    stacked: true,
    columns: [
      { title: 'Année', format: 'annee' },
      ...bands.flatMap(bandColumns),
      { title: 'Total', format: 'nombre' },
      { title: 'Écart total', format: 'ecart', judged: 'signe', compares: 'annee' },
    ],
    rows: data.map((row) => [
      row.annee,
      ...bands.flatMap((band) => {
        const cell = row.tranches[band]
        const list = donors({ ensemble, annee: row.annee, tranche: band })
        return [
          linked(cell?.nombre ?? 0, list),
          cell?.pourcentage ?? 0,
          beside(cell?.difference ?? null, dayOf(row.annee), cell?.difference_a_date ?? null),
        ]
      }),
      linked(row.total_donateurs, donors({ ensemble: 'actifs', annee: row.annee })),
      beside(row.difference_total, dayOf(row.annee), row.difference_total_a_date),
    ]),
  }
}

function shares({ metadata, data }: Montants): Pick<Table, 'byYear' | 'columns' | 'rows'> {
  const bands = metadata.tranches_disponibles
  return {
    byYear: true,
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
    definition: 'tranches-total-annuel',
    title: 'Montant total annuel par donateur',
    ...byBand('tranche_total', montants),
  }),
)

export const montantDernierDon = defineTable(
  'montant-dernier-don',
  montantsDernierDon,
  (montants) => ({
    definition: 'tranches-dernier-don',
    title: 'Dernier don de l’année par donateur',
    ...byBand('tranche_dernier', montants),
  }),
)

export const partsTotalAnnuel = defineTable(
  'tranches-total-annuel',
  montantsTotalAnnuel,
  (montants) => ({
    definition: 'tranches-total-annuel',
    title: 'Répartition selon le montant total annuel',
    ...shares(montants),
  }),
)

export const partsDernierDon = defineTable(
  'tranches-dernier-don',
  montantsDernierDon,
  (montants) => ({
    definition: 'tranches-dernier-don',
    title: 'Répartition selon le dernier don de l’année',
    ...shares(montants),
  }),
)

/** The workbook of the screen. */
export const classeurMontant = defineClasseur('montant', 'Analyses par Montant', {
  'Parts, total annuel': partsTotalAnnuel,
  'Total annuel': montantTotalAnnuel,
  'Parts, dernier don': partsDernierDon,
  'Dernier don': montantDernierDon,
  Repères: reperesParAnnee,
})
