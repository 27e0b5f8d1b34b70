import { nommerDepartement, nommerRegion } from '#contract/departements'
import { type Geographie, geographie } from '#contract/geographie'
import { formatDayMonth } from '#figures/format'
import { defineClasseur, defineYearTable } from '../../../tables/define.server'
import { donors, gifts, linked } from '../../../tables/links'
import type { Cell, Column } from '../../../ui/table'

type Chiffres = Geographie['total']
type Ou = { departement: string } | { region: string } | Record<string, never>

/** Donors of a place. */
export const livingIn = (annee: number, ou: Ou) => donors({ ensemble: 'actifs', annee, ...ou })

const columnsFrom = (first: Column[], { annee, au }: Geographie): Column[] => {
  const day = au === null ? '' : `, au ${formatDayMonth(au)}`
  return [
    ...first,
    { title: 'Donateurs', format: 'nombre' },
    { title: 'Nouveaux', format: 'nombre' },
    { title: 'Dons', format: 'nombre' },
    { title: 'Montant', format: 'montant' },
    { title: '% du montant', format: 'pourcentage', more: true },
    { title: 'Don moyen', format: 'montant', more: true },
    {
      title: `Montant ${annee - 1}${day}`,
      format: 'montant',
      more: true,
      compares: au === null ? 'annee' : 'jour',
    },
    {
      title: au === null ? 'Évolution' : `Évolution à date${day}`,
      format: 'evolution',
      judged: 'evolution',
      compares: au === null ? 'annee' : 'jour',
    },
    { title: 'Habitants', format: 'nombre', more: true },
    { title: 'Population de', format: 'annee', more: true },
    { title: 'Donateurs pour 10\u202F000 habitants', format: 'mesure' },
  ]
}

const cellsOf = (annee: number, row: Chiffres, ou: Ou): Cell[] => [
  linked(row.donateurs, livingIn(annee, ou)),
  linked(row.nouveaux, donors({ ensemble: 'nouveaux', annee, ...ou })),
  linked(row.donations, gifts({ annee, ...ou })),
  row.montant,
  row.part,
  row.don_moyen,
  row.precedent_a_date?.montant ?? null,
  row.evolution_a_date,
]

const populationOf = (row: Geographie['regions'][number]): Cell[] => [
  row.population,
  row.annee_population,
  row.pour_10000,
]

const totalOf = ({ annee, total }: Geographie, first: Cell[]): Cell[] => [
  ...first,
  ...cellsOf(annee, total, {}),
  null,
  null,
  null,
]

export const departements = defineYearTable(
  'geographie-departements',
  geographie,
  (annee, found) => ({
    definition: 'geographie',
    title: `Donateurs de ${annee} par département`,
    columns: columnsFrom(
      [
        { title: 'Département', format: 'texte' },
        { title: 'Région', format: 'texte', more: true },
      ],
      found,
    ),
    rows: found.departements.map((row) => [
      nommerDepartement(row.code),
      nommerRegion(row.region),
      ...cellsOf(annee, row, { departement: row.code }),
      ...populationOf(row),
    ]),
    totals: [totalOf(found, ['Total', 'Toutes'])],
  }),
)

export const regions = defineYearTable('geographie-regions', geographie, (annee, found) => ({
  definition: 'geographie',
  title: `Donateurs de ${annee} par région`,
  columns: columnsFrom([{ title: 'Région', format: 'texte' }], found),
  rows: found.regions.map((row) => [
    row.nom,
    ...cellsOf(annee, row, { region: row.code }),
    ...populationOf(row),
  ]),
  totals: [totalOf(found, ['Total'])],
}))

/** The workbook of the screen. */
export const classeurGeographie = defineClasseur('geographie', 'Géographie des donateurs', {
  'Par région': regions,
  'Par département': departements,
})
