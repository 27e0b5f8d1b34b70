import { type Objectifs, objectifs, type Suivi } from '#contract/objectifs'
import { capital, formatDayMonth, formatInstant, MONTH_NAMES } from '#figures/format'
import { call } from '../../../service/service.server'
import {
  defineClasseur,
  defineTableOf,
  defineYearTable,
  readAnnee,
} from '../../../tables/define.server'
import type { Column } from '../../../ui/table'
import { nameAim, receivedOf } from './aims'

/** An amount has cents; a part of a donor says nothing. */
const roundedOf =
  ({ mesure }: Pick<Suivi, 'mesure'>) =>
  (value: number | null) =>
    value === null || mesure === 'montant' ? value : Math.round(value)

/** « 2021 à 2025 », or how an aim is spread without years to follow. */
const spanOf = (annees: readonly number[]): string =>
  annees.length === 0 ? 'un douzième par mois' : `${annees[0]} à ${annees.at(-1)}`

/** Where each aim of a year stands. */
export const suiviObjectifs = defineYearTable(
  'objectifs',
  objectifs,
  (annee, { au, objectifs: all }) => ({
    definition: 'objectifs',
    title: `Objectifs de ${annee}`,
    columns: [
      { title: 'Objectif', format: 'texte' },
      { title: 'Visé', format: 'mesure' },
      { title: au === null ? 'Visé à date' : `Visé au ${formatDayMonth(au)}`, format: 'mesure' },
      { title: 'Reçu', format: 'mesure' },
      { title: 'Écart', format: 'mesure' },
      { title: 'Par mois jusqu’en décembre', format: 'mesure' },
      { title: 'Projection', format: 'mesure' },
      { title: 'Mois d’après', format: 'texte' },
      { title: 'Saisi par', format: 'texte' },
      { title: 'Le', format: 'texte' },
    ],
    rows: all.map((aim) => {
      const rounded = roundedOf(aim)
      return [
        nameAim(aim),
        rounded(aim.valeur),
        rounded(aim.a_date),
        receivedOf(annee, aim),
        rounded(aim.ecart),
        rounded(aim.par_mois),
        rounded(aim.projection),
        spanOf(aim.annees),
        aim.saisi_par,
        formatInstant(aim.saisi_le),
      ]
    }),
  }),
)

/** The aim asked for by its place, by default the first. */
export const chosenAim = ({ objectifs: all }: Objectifs, query: URLSearchParams): number =>
  Math.min(Math.max(0, Number(query.get('objectif') ?? 0) || 0), Math.max(0, all.length - 1))

/** An aim, month by month: the figures of its chart. */
export const moisObjectif = defineTableOf(
  'objectif-mois',
  async (request, query): Promise<[Objectifs, number]> => {
    const found = await call(objectifs, { params: { annee: readAnnee(query) } }, request)
    return [found, chosenAim(found, query)]
  },
  ({ annee, objectifs: all }, at) => {
    const aim = all[at]
    const format: Column['format'] = aim?.mesure === 'montant' ? 'montant' : 'nombre'
    const rounded = roundedOf(aim ?? { mesure: 'montant' })
    return {
      definition: 'objectifs',
      title: `${aim ? nameAim(aim) : 'Objectif'} ${annee}, mois par mois`,
      query: { annee, objectif: at },
      columns: [
        { title: 'Mois', format: 'texte', inOrder: true },
        { title: 'Part du mois', format: 'pourcentage' },
        { title: 'Visé, cumulé', format },
        { title: 'Reçu, cumulé', format },
      ],
      rows: (aim?.mois ?? []).map(({ mois, part, vise, recu }) => [
        capital(MONTH_NAMES[mois - 1] ?? ''),
        Math.round(part * 1000) / 10,
        rounded(vise),
        rounded(recu),
      ]),
    }
  },
)

/** All that was ever said of aims, newest first. */
export const saisiesObjectifs = defineYearTable('objectifs-saisies', objectifs, (_, found) => ({
  definition: 'objectifs',
  title: 'Objectifs fixés et retirés',
  columns: [
    { title: 'Le', format: 'texte' },
    { title: 'Année', format: 'annee' },
    { title: 'Objectif', format: 'texte' },
    { title: 'Visé', format: 'mesure' },
    { title: 'Par', format: 'texte' },
  ],
  rows: found.saisies.map((saisie) => [
    formatInstant(saisie.saisi_le),
    String(saisie.annee),
    nameAim(saisie),
    saisie.valeur === null ? 'retiré' : saisie.valeur,
    saisie.saisi_par,
  ]),
}))

/** The workbook of the screen. */
export const classeurObjectifs = defineClasseur('objectifs', 'Objectifs', {
  Objectifs: suiviObjectifs,
  'Mois par mois': moisObjectif,
  'Fixés et retirés': saisiesObjectifs,
})
