import { type ADate, aDate } from '#contract/a-date'
import { formatDayMonth } from '#figures/format'
import { call } from '../../../service/service.server'
import { defineClasseur, defineTableOf, readAnnee } from '../../../tables/define.server'
import { donors, gifts, linked } from '../../../tables/links'

/** Reads the comparison for the table's file: year and day from the URL. */
const readADate = async (request: Request, query: URLSearchParams): Promise<[number, ADate]> => {
  const annee = readAnnee(query)
  const au = query.get('au') || undefined
  return [annee, await call(aDate, { params: { annee }, query: { au } }, request)]
}

/** Omits a default day: the horizon's may be a 29 February that other years lack. */
const queryOf = (annee: number, { demande }: ADate) => ({
  annee,
  ...(demande !== null && { au: demande }),
})

/** Every year up to the same day. */
export const anneesADate = defineTableOf('a-date', readADate, (annee, comparison) => ({
  definition: 'a-date',
  title: `Chaque année jusqu’au ${formatDayMonth(comparison.au)}`,
  query: queryOf(annee, comparison),
  byYear: true,
  columns: [
    { title: 'Année', format: 'annee' },
    { title: 'Donateurs', format: 'nombre' },
    { title: 'Nouveaux', format: 'nombre' },
    { title: 'Dons', format: 'nombre' },
    { title: 'Montant', format: 'montant' },
    { title: 'Don moyen', format: 'montant' },
    { title: 'Part du montant de l’année', format: 'pourcentage' },
    { title: 'Comparable', format: 'texte' },
  ],
  rows: comparison.data.map((row) => {
    const day = { annee: row.annee, au: row.au }
    return [
      row.annee,
      linked(row.donateurs, donors({ ensemble: 'actifs', ...day })),
      linked(row.nouveaux, donors({ ensemble: 'nouveaux', ...day })),
      linked(row.donations, gifts(day)),
      row.montant,
      row.don_moyen,
      row.part_annee,
      row.comparable ? 'Oui' : 'Non',
    ]
  }),
}))

/** Amounts of every year up to the same day, as in the chart. */
export const montantsADate = defineTableOf('montants-a-date', readADate, (annee, comparison) => ({
  definition: 'a-date',
  title: `Montant jusqu’au ${formatDayMonth(comparison.au)}, par année`,
  query: queryOf(annee, comparison),
  byYear: true,
  columns: [
    { title: 'Année', format: 'annee' },
    { title: 'Montant', format: 'montant' },
  ],
  rows: comparison.data.map((row) => [row.annee, row.montant]),
}))

/** What the projection would have been for complete years, on that day of each. */
export const controleProjection = defineTableOf(
  'controle-projection',
  readADate,
  (annee, comparison) => ({
    definition: 'projection',
    title: `Projections des années passées, au ${formatDayMonth(comparison.au)} de chacune`,
    query: queryOf(annee, comparison),
    byYear: true,
    columns: [
      { title: 'Année', format: 'annee' },
      { title: 'Montant projeté', format: 'montant' },
      { title: 'Bas de l’intervalle', format: 'montant' },
      { title: 'Haut de l’intervalle', format: 'montant' },
      { title: 'Montant réel', format: 'montant' },
      { title: 'Erreur', format: 'pourcentage' },
      { title: 'Dans l’intervalle', format: 'texte' },
    ],
    rows: comparison.controle.map((row) => [
      row.annee,
      row.projete,
      row.bas,
      row.haut,
      row.reel,
      row.erreur,
      row.dans_intervalle ? 'Oui' : 'Non',
    ]),
  }),
)

/** The workbook of the screen. */
export const classeurADate = defineClasseur('a-date', 'À date', {
  'Montants à date': montantsADate,
  'Années à date': anneesADate,
  'Projections passées': controleProjection,
})
