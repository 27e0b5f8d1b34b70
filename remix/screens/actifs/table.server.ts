import { activiteEvolution, activiteStats } from '#contract/activite'
import type { Part } from '#contract/values'
import { endAtDate } from '../../tables/at-date'
import { defineClasseur, defineTable, defineYearTable } from '../../tables/define.server'
import { donors, linked } from '../../tables/links'
import { asOf, begun, STATUTS } from '../../tables/statuts'
import type { Cell, Column } from '../../ui/table'

type ByStatut = Record<(typeof STATUTS)[number]['key'], Part>

const columns = (first: Column): Column[] => [
  first,
  ...STATUTS.flatMap(({ title: group }): Column[] => [
    { title: 'Nombre', format: 'nombre', group },
    { title: '%', format: 'pourcentage', group },
  ]),
  { title: 'Total', format: 'nombre' },
]

/** A row's statuses at the end of a year or period; the lists of the running year are of no day to come. */
function cells(
  name: Cell,
  row: ByStatut,
  total: number,
  { annee, periode, reach }: { annee: number; periode?: string; reach?: string | undefined },
): Cell[] {
  const end = periode && asOf(annee, periode)
  const day = { annee, au: end && reach && reach < end ? reach : end }
  return [
    name,
    ...STATUTS.flatMap(({ key }) => [
      linked(row[key].nombre, donors({ ensemble: key, ...day })),
      row[key].pourcentage,
    ]),
    linked(total, donors({ ensemble: 'historiques', ...day })),
  ]
}

/** Statuses at the end of a year's periods, and of the previous year. */
export const activiteParPeriode = defineYearTable(
  'activite-par-periode',
  activiteStats,
  (annee, activite) => {
    const before = activite.stats_annee_precedente
    const previous = {
      actifs: { nombre: before.actifs, pourcentage: before.actifs_pourcentage },
      dormants: { nombre: before.dormants, pourcentage: before.dormants_pourcentage },
      inactifs: { nombre: before.inactifs, pourcentage: before.inactifs_pourcentage },
      tres_inactifs: {
        nombre: before.tres_inactifs,
        pourcentage: before.tres_inactifs_pourcentage,
      },
    }
    return {
      definition: 'statuts',
      title: `Statut des donateurs à la fin de chaque période, ${annee}`,
      columns: columns({ title: 'Période', format: 'texte', inOrder: true }),
      rows: activite.periodes.map((row) =>
        cells(row.periode, row, row.total, {
          annee,
          periode: row.periode,
          reach: activite.a_date?.au,
        }),
      ),
      totals: [cells(`Année ${annee - 1}`, previous, before.total, { annee: annee - 1 })],
    }
  },
)

/** Data of the periods chart: of the running year the periods that have begun. */
export const activiteSimple = defineYearTable(
  'activite-periodes',
  activiteStats,
  (annee, activite) => ({
    definition: 'statuts',
    title: `Statut des donateurs au fil de l’année ${annee}`,
    columns: columns({ title: 'Période', format: 'texte', inOrder: true }),
    rows: begun(activite.periodes, annee, activite.a_date?.au).map((row) =>
      cells(row.periode, row, row.total, {
        annee,
        periode: row.periode,
        reach: activite.a_date?.au,
      }),
    ),
  }),
)

/** The previous year plus 10 %, and the year's distance from it. */
export const objectifActifs = defineYearTable(
  'objectif-actifs',
  activiteStats,
  (annee, activite) => {
    const { objectif, realise, ecart, performance } = activite.objectif_actifs
    const end = endAtDate(activite.a_date)
    return {
      definition: 'objectif-actifs',
      title: `Objectif ${annee} (actifs ${annee - 1} + 10\u00A0%)`,
      columns: [
        { title: 'Donateurs', format: 'texte' },
        { title: `Réalisé ${annee - 1}`, format: 'nombre' },
        { title: 'Objectif', format: 'nombre' },
        { title: 'Réalisé', format: 'nombre' },
        { title: 'Écart', format: 'ecart', judged: 'objectif' },
        { title: 'Performance', format: 'pourcentage', judged: 'performance' },
        ...end.columns,
      ],
      rows: [
        [
          'Donateurs actifs',
          linked(
            activite.stats_annee_precedente.actifs,
            donors({ ensemble: 'actifs', annee: annee - 1 }),
          ),
          objectif,
          linked(realise, donors({ ensemble: 'actifs', annee })),
          ecart,
          objectif > 0 ? performance : null,
          ...end.cell(activite.a_date?.evolution_actifs ?? null),
        ],
      ],
    }
  },
)

/** Statuses at the end of every year. */
export const activiteParAnnee = defineTable(
  'activite-par-annee',
  activiteEvolution,
  ({ data }) => ({
    definition: 'statuts',
    title: 'Statut des donateurs au 31 décembre, par année',
    columns: columns({ title: 'Année', format: 'annee' }),
    rows: data.map((row) => cells(row.annee, row, row.total, { annee: row.annee })),
  }),
)

/** The workbook of the screen. */
export const classeurActifs = defineClasseur('actifs', 'Actifs', {
  Périodes: activiteSimple,
  'Par année': activiteParAnnee,
  'Par période': activiteParPeriode,
  Objectif: objectifActifs,
})
