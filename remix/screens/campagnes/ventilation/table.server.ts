import type { z } from 'zod'
import type { DonationsFiltres } from '#contract/donations'
import {
  Axe,
  type Ventilation,
  ventilation,
  type VentilationMois,
  ventilationMois,
} from '#contract/ventilation'
import { formatDayMonth, plural, SHORT_MONTHS } from '#figures/format'
import { call } from '../../../service/service.server'
import { nameAxe } from '../../../tables/axes'
import { defineClasseur, defineTableOf, readAnnee } from '../../../tables/define.server'
import { donors, gifts, linked } from '../../../tables/links'
import { nameRow } from '../../../tables/others'
import type { Cell, Column } from '../../../ui/table'

/** Measures of the monthly table. */
export const MESURES = [
  ['montant', 'Montants'],
  ['dons', 'Nombres de dons'],
] as const
export type Mesure = (typeof MESURES)[number][0]

/** The axis in the URL, by default the first. */
export const readAxe = (query: URLSearchParams): Axe =>
  Axe.safeParse(query.get('axe')).data ?? 'campagne'

export const readMesure = (query: URLSearchParams): Mesure =>
  query.get('mesure') === 'dons' ? 'dons' : 'montant'

const paramsOf = (query: URLSearchParams) => ({ axe: readAxe(query), annee: readAnnee(query) })

interface Row {
  code: string
  /** Number of codes the row stands for; null for a single code. */
  regroupe: number | null
}

type Narrowed = z.input<typeof DonationsFiltres>

/** Gifts of a row: its code's, or those of codes without their own row. */
const giftsOf = (axe: Axe, annee: number, { code, regroupe }: Row, narrowed: Narrowed = {}) =>
  gifts({ annee, ...(regroupe === null ? { [axe]: code } : { autres: axe }), ...narrowed })

const donorsOf = (axe: Axe, annee: number, { code, regroupe }: Row, premier?: '1') =>
  regroupe === null
    ? donors({ ensemble: 'code', annee, axe, valeur: code, premier })
    : donors({ ensemble: 'autres_codes', annee, axe, premier })

/** A year's euros by campaign code. */
export const montantsParCode = defineTableOf(
  'montants-par-code',
  async (request, query): Promise<[Ventilation]> => {
    const params = { axe: 'campagne', annee: readAnnee(query) } as const
    return [await call(ventilation, { params }, request)]
  },
  ({ axe, annee, data, total }) => ({
    definition: 'ventilation',
    title: `Montants de ${annee} par code`,
    query: { annee },
    columns: [
      { title: nameAxe(axe), format: 'texte' },
      { title: 'Montant', format: 'montant' },
      { title: '% du montant', format: 'pourcentage' },
      { title: 'Dons', format: 'nombre' },
      { title: 'Donateurs', format: 'nombre' },
      { title: 'Don moyen', format: 'montant' },
    ],
    rows: data.map((row) => [
      nameRow(row),
      row.montant,
      row.part,
      linked(row.donations, giftsOf(axe, annee, row)),
      linked(row.donateurs, donorsOf(axe, annee, row)),
      row.don_moyen,
    ]),
    totals: [
      [
        'Total',
        total.montant,
        total.part,
        linked(total.donations, gifts({ annee })),
        linked(total.donateurs, donors({ ensemble: 'actifs', annee })),
        total.don_moyen,
      ],
    ],
  }),
)

/** A year by code, versus the previous one. */
export const ventilationParCode = defineTableOf(
  'ventilation',
  async (request, query): Promise<[Ventilation]> => [
    await call(ventilation, { params: paramsOf(query) }, request),
  ],
  ({ axe, annee, au, data, total, disparus }) => {
    const day = au === null ? '' : `, au ${formatDayMonth(au)}`
    const cells = (row: Ventilation['total'], lists: [string, string, string] | null): Cell[] => {
      const [ofGifts, ofDonors, ofNew] = lists ?? []
      const count = (number: number, list: string | undefined) =>
        list === undefined ? number : linked(number, list)
      return [
        count(row.donations, ofGifts),
        count(row.donateurs, ofDonors),
        row.montant,
        row.part,
        row.don_moyen,
        count(row.nouveaux, ofNew),
        row.precedent.montant,
        ...(au === null ? [] : [row.precedent_a_date.montant]),
        row.evolution_a_date,
      ]
    }
    return {
      definition: 'ventilation',
      title: `Dons de ${annee} par ${nameAxe(axe).toLowerCase()}`,
      query: { axe, annee },
      columns: [
        { title: nameAxe(axe), format: 'texte' },
        { title: 'Dons', format: 'nombre' },
        { title: 'Donateurs', format: 'nombre' },
        { title: 'Montant', format: 'montant' },
        { title: '% du montant', format: 'pourcentage' },
        { title: 'Don moyen', format: 'montant' },
        { title: 'Nouveaux', format: 'nombre' },
        { title: `Montant ${annee - 1}`, format: 'montant', compares: 'annee' },
        ...(au === null
          ? []
          : [
              {
                title: `Montant ${annee - 1}${day}`,
                format: 'montant',
                compares: 'jour',
              } satisfies Column,
            ]),
        {
          title: au === null ? 'Évolution' : `Évolution à date${day}`,
          format: 'evolution',
          judged: 'evolution',
          compares: au === null ? 'annee' : 'jour',
        },
      ],
      rows: [
        ...data.map((row) => [
          nameRow(row),
          ...cells(row, [
            giftsOf(axe, annee, row),
            donorsOf(axe, annee, row),
            donorsOf(axe, annee, row, '1'),
          ]),
        ]),
        ...(disparus.codes === 0
          ? []
          : [
              [
                `Sans don en ${annee} (${plural(disparus.codes, 'code')})`,
                // These codes have ended: what they brought has no evolution.
                ...cells(disparus, null).slice(0, -1),
                '–',
              ],
            ]),
      ],
      totals: [
        [
          'Total',
          ...cells(total, [
            gifts({ annee }),
            donors({ ensemble: 'actifs', annee }),
            donors({ ensemble: 'nouveaux', annee }),
          ]),
        ],
      ],
    }
  },
)

/** Months that a running year has not reached have no figure. */
const isKnown = (au: string | null, { mois, donations }: { mois: number; donations: number }) =>
  au === null || mois <= Number(au.slice(5, 7)) || donations > 0

/** So many months have a column of euros at once, the latest. */
const MONTHS_FIRST = 6

/** A year by code and month, in euros or gifts. */
export const ventilationParMois = defineTableOf(
  'ventilation-mois',
  async (request, query): Promise<[Mesure, VentilationMois]> => [
    readMesure(query),
    await call(ventilationMois, { params: paramsOf(query) }, request),
  ],
  (mesure, { axe, annee, au, data, total }) => {
    const format = mesure === 'dons' ? 'nombre' : 'montant'
    const latest = data
      .flatMap((row) => row.mois.filter((month) => isKnown(au, month)))
      .reduce((last, { mois }) => Math.max(last, mois), MONTHS_FIRST)
    const cellsOf = (
      row: VentilationMois['total'],
      list: (narrowed: Narrowed) => string,
    ): Cell[] => [
      ...row.mois.map((month) => {
        if (!isKnown(au, month)) return null
        return mesure === 'montant'
          ? month.montant
          : linked(month.donations, list({ mois: `${month.mois}` }))
      }),
      mesure === 'montant' ? row.total.montant : linked(row.total.donations, list({})),
    ]
    return {
      definition: 'ventilation-mois',
      title: `${mesure === 'dons' ? 'Dons' : 'Montants'} de ${annee} par ${nameAxe(axe).toLowerCase()} et par mois`,
      query: { axe, annee, mesure },
      columns: [
        { title: nameAxe(axe), format: 'texte' },
        ...SHORT_MONTHS.map((title, at): Column => ({
          ...{ title, format, blank: true },
          more: mesure === 'montant' && (at < latest - MONTHS_FIRST || at >= latest),
        })),
        { title: `Total ${annee}`, format },
      ],
      rows: data.map((row) => [
        nameRow(row),
        ...cellsOf(row, (narrowed) => giftsOf(axe, annee, row, narrowed)),
      ]),
      totals: [['Total', ...cellsOf(total, (narrowed) => gifts({ annee, ...narrowed }))]],
    }
  },
)

/** Codes in the heat map: the largest. */
export const SHOWN = 15

/** Data of the heat map: each month's share of a code's year. */
export const partsParMois = defineTableOf(
  'ventilation-parts',
  async (request, query): Promise<[VentilationMois]> => [
    await call(ventilationMois, { params: paramsOf(query) }, request),
  ],
  ({ axe, annee, au, data }) => ({
    definition: 'ventilation-mois',
    title: `Part de chaque mois de ${annee}, par ${nameAxe(axe).toLowerCase()}`,
    query: { axe, annee },
    columns: [
      { title: nameAxe(axe), format: 'texte' },
      ...SHORT_MONTHS.map((title): Column => ({ title, format: 'pourcentage' })),
    ],
    rows: data
      .slice(0, SHOWN)
      .map((row) => [
        nameRow(row),
        ...row.mois.map((month) => (isKnown(au, month) ? month.part : null)),
      ]),
  }),
)

/** The workbook of the screen. */
export const classeurVentilation = defineClasseur('ventilation', 'Ventilation de la collecte', {
  'Par code': ventilationParCode,
  'Part des mois': partsParMois,
  'Par mois': ventilationParMois,
})
