import type { z } from 'zod'
import type { ListeQuery } from '#contract/listes'
import {
  type NouveauxCampagnes,
  nouveauxCampagnes,
  nouveauxMedia,
  nouveauxOrigine,
} from '#contract/nouveaux-anciens'
import { evolutionOf, percentOf } from '#figures/ratios'
import { beside } from '../../tables/at-date'
import { defineYearTable } from '../../tables/define.server'
import { donors, linked } from '../../tables/links'
import { nameRow } from '../../tables/others'
import { profileLabel } from '../../tables/profils'
import type { Column, Table } from '../../ui/table'

const evolution = (title: string): Column => ({
  title,
  format: 'evolution',
  judged: 'evolution',
  compares: 'annee',
})

const counted = (group: string, compares?: 'annee'): Column[] => [
  { title: 'Nombre', format: 'nombre', group, compares },
  { title: '%', format: 'pourcentage', group, compares },
]

/** What narrows a row's lists. */
type Code = Pick<
  z.input<typeof ListeQuery>,
  'media' | 'origine' | 'autres' | 'classement' | 'profil'
>

interface Row {
  regroupe?: number | undefined
}

/** Lists of a row: its code or, for either year, the codes without their own row in this one. */
const codeOf = (axe: 'media' | 'origine', code: string, { regroupe }: Row, annee: number): Code =>
  regroupe === undefined ? { [axe]: code } : { autres: axe, classement: annee }

const nameCode = (code: string, { regroupe }: Row) => nameRow({ code, regroupe: regroupe ?? null })

/** New donors by media code of their first gift, versus the previous year. */
export const nouveauxParMedia = defineYearTable(
  'nouveaux-par-code-media',
  nouveauxMedia,
  (annee, { data, totaux, a_date }) => {
    const { total_current: current, total_previous: previous } = totaux
    const newWith = (code: Code, year = annee) =>
      donors({ ensemble: 'nouveaux', annee: year, ...code })
    return {
      definition: 'nouveaux-par-media',
      title: `Nouveaux donateurs par code média, ${annee}`,
      columns: [
        { title: 'Code média', format: 'texte' },
        ...counted(String(annee)),
        ...counted(String(annee - 1), 'annee'),
        evolution('Évolution'),
      ],
      rows: data.map((row) => {
        const code = codeOf('media', row.codemedia_code, row, annee)
        return [
          nameCode(row.codemedia_code, row),
          linked(row.nouveaux_current, newWith(code)),
          row.pourcentage_current,
          linked(row.nouveaux_previous, newWith(code, annee - 1)),
          row.pourcentage_previous,
          beside(row.evolution, a_date, row.evolution_a_date),
        ]
      }),
      totals: [
        [
          'Total',
          linked(current, newWith({})),
          percentOf(current, current),
          linked(previous, newWith({}, annee - 1)),
          percentOf(previous, previous),
          beside(evolutionOf(current, previous), a_date, totaux.evolution_a_date),
        ],
      ],
    }
  },
)

type Compared = Omit<NouveauxCampagnes['data'][number], 'profil_campagne'>
type Totals = NouveauxCampagnes['totaux']

const GROUPS = [
  { key: 'nouveaux', ensemble: 'nouveaux', title: 'Nouveaux' },
  { key: 'anciens', ensemble: 'anciens', title: 'Anciens' },
  { key: 'total', ensemble: 'actifs', title: 'Total' },
] as const

/** New, existing and all donors of two years side by side. */
function compared(
  first: string,
  annee: number,
  rows: { name: string; code: Code; counts: Compared }[],
  totaux: Totals,
  day: NouveauxCampagnes['a_date'],
): Pick<Table, 'columns' | 'rows' | 'totals' | 'stacked'> {
  return {
    stacked: true,
    columns: [
      { title: first, format: 'texte' },
      ...GROUPS.flatMap(({ title }) => [
        ...counted(`${title} ${annee}`),
        ...counted(`${title} ${annee - 1}`, 'annee'),
        evolution(`Évolution ${title.toLowerCase()}`),
      ]),
    ],
    rows: rows.map(({ name, code, counts }) => [
      name,
      ...GROUPS.flatMap(({ key, ensemble }) => {
        const [current, previous] = [counts[`${key}_current`], counts[`${key}_previous`]]
        const shares = [counts[`pct_${key}_current`], counts[`pct_${key}_previous`]] as const
        return [
          linked(current, donors({ ensemble, annee, ...code })),
          shares[0],
          linked(previous, donors({ ensemble, annee: annee - 1, ...code })),
          shares[1],
          beside(counts[`evolution_${key}`], day, counts[`evolution_${key}_a_date`]),
        ]
      }),
    ]),
    totals: [
      [
        'Total',
        ...GROUPS.flatMap(({ key, ensemble }) => {
          const [current, previous] = [totaux[`${key}_current`], totaux[`${key}_previous`]]
          const shares = [percentOf(current, current), percentOf(previous, previous)] as const
          return [
            linked(current, donors({ ensemble, annee })),
            shares[0],
            linked(previous, donors({ ensemble, annee: annee - 1 })),
            shares[1],
            beside(evolutionOf(current, previous), day, totaux[`evolution_${key}_a_date`]),
          ]
        }),
      ],
    ],
  }
}

export const nouveauxParProfil = defineYearTable(
  'nouveaux-anciens-par-profil',
  nouveauxCampagnes,
  (annee, { data, totaux, a_date }) => ({
    definition: 'donateurs-par-profil',
    title: `Donateurs par profil de campagne, ${annee}`,
    ...compared(
      'Profil de campagne',
      annee,
      data.map((row) => ({
        name: profileLabel(row.profil_campagne),
        code: { profil: row.profil_campagne },
        counts: row,
      })),
      totaux,
      a_date,
    ),
  }),
)

export const nouveauxParOrigine = defineYearTable(
  'nouveaux-anciens-par-code-origine',
  nouveauxOrigine,
  (annee, { data, totaux, a_date }) => ({
    definition: 'donateurs-par-origine',
    title: `Donateurs par code origine, ${annee}`,
    ...compared(
      'Code origine',
      annee,
      data.map((row) => ({
        name: nameCode(row.origincode_code, row),
        code: codeOf('origine', row.origincode_code, row, annee),
        counts: row,
      })),
      totaux,
      a_date,
    ),
  }),
)
