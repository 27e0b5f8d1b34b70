import { type Mois, mois } from '#contract/mois'
import { formatDayMonth, MONTH_NAMES } from '#figures/format'
import { call } from '../../../service/service.server'
import { defineTableOf } from '../../../tables/define.server'
import { donors, gifts, history, linked } from '../../../tables/links'
import { finDuMois, moisNomme } from '../../donateurs/reguliers/table.server'
import { nameAim } from '../objectifs/aims'

/** So many aims stand on the page, and so much of what a cause says. */
const AIMS = 6
const LONGEST_CAUSE = 110

const read = async (request: Request, query: URLSearchParams): Promise<[Mois]> => [
  await call(mois, { query: { mois: query.get('mois') || undefined } }, request),
]

/** Year and month of the answer. */
export function partsOf({ mois: named }: Pick<Mois, 'mois'>): { annee: number; month: number } {
  const [annee = 0, month = 0] = named.split('-').map(Number)
  return { annee, month }
}

/** `Octobre 2026`. */
export const nameOf = (answer: Pick<Mois, 'mois'>): string => {
  const { annee, month } = partsOf(answer)
  return moisNomme(annee, month)
}

/** The periods of new donors that are one month. */
const PERIODES = ['Septembre', 'Octobre', 'Novembre', 'Décembre'] as const

/** The list of the new donors of a month, where one is of it alone. */
export function newIn(answer: Mois, annee: number): string | undefined {
  const { month } = partsOf(answer)
  const periode = PERIODES[month - 9]
  const day = answer.au === null ? {} : { au: `${annee}${answer.au.slice(4)}` }
  return periode && donors({ ensemble: 'nouveaux', annee, periode, ...day })
}

/** The list of the regular donors at the end of a month, or where it has got to. */
export function regularsIn(answer: Mois): string {
  const { annee, month } = partsOf(answer)
  return donors({ ensemble: 'reguliers_actifs', annee, au: finDuMois(answer, annee, month) })
}

/** The month, and the same of the three years before, as far as the file has them. */
export const moisRecu = defineTableOf('mois-recu', read, (answer: Mois) => {
  const { annee: now, month } = partsOf(answer)
  const first = answer.cumul[0]?.annee ?? now
  const until = answer.au === null ? '' : `, jusqu’au ${formatDayMonth(answer.au)}`
  return {
    title: `Reçu en ${MONTH_NAMES[month - 1] ?? ''}${until}`,
    query: { mois: answer.mois },
    columns: [
      { title: 'Année', format: 'annee' },
      { title: 'Montant', format: 'montant' },
      { title: 'Dons', format: 'nombre' },
      { title: 'Nouveaux', format: 'nombre' },
    ],
    rows: answer.recu
      .filter(({ annee }) => annee >= first)
      .map(({ annee, montant, donations, nouveaux }) => {
        const list = newIn(answer, annee)
        const au = answer.au === null ? undefined : `${annee}${answer.au.slice(4)}`
        return [
          annee,
          montant,
          linked(donations, gifts({ annee, mois: String(month), au })),
          list === undefined ? nouveaux : linked(nouveaux, list),
        ]
      }),
  }
})

/** Every year from January to the same day. */
export const moisCumul = defineTableOf('mois-cumul', read, (answer: Mois) => ({
  definition: 'a-date',
  title: `Depuis janvier, jusqu’au ${formatDayMonth(answer.cumul.at(-1)?.au ?? '')}`,
  query: { mois: answer.mois },
  columns: [
    { title: 'Année', format: 'annee' },
    { title: 'Montant', format: 'montant' },
    { title: 'Dons', format: 'nombre' },
    { title: 'Donateurs', format: 'nombre' },
    { title: 'Nouveaux', format: 'nombre' },
  ],
  rows: answer.cumul.map(({ annee, au, montant, donations, donateurs, nouveaux }) => [
    annee,
    montant,
    linked(donations, gifts({ annee, au })),
    linked(donateurs, donors({ ensemble: 'actifs', annee, au })),
    linked(nouveaux, donors({ ensemble: 'nouveaux', annee, au })),
  ]),
}))

/** The aims of the year, and what they should have brought by then. */
export const moisObjectifs = defineTableOf('mois-objectifs', read, (answer: Mois) => ({
  definition: 'objectifs',
  title: 'Objectifs',
  query: { mois: answer.mois },
  columns: [
    { title: 'Objectif', format: 'texte' },
    { title: 'De l’année', format: 'nombre' },
    {
      title: answer.au === null ? 'À la fin du mois' : `Au ${formatDayMonth(answer.au)}`,
      format: 'nombre',
    },
    { title: 'Reçu', format: 'nombre' },
    { title: 'Écart', format: 'ecart', judged: 'objectif' },
  ],
  rows: answer.objectifs
    .slice(0, AIMS)
    .map((aim) => [
      nameAim(aim),
      Math.round(aim.valeur),
      Math.round(aim.vise),
      aim.recu === null ? null : Math.round(aim.recu),
      aim.recu === null ? null : Math.round(aim.recu - aim.vise),
    ]),
}))

const short = (cause: string) =>
  cause.length > LONGEST_CAUSE ? `${cause.slice(0, LONGEST_CAUSE).trimEnd()}…` : cause

/** What changed the year's amount since the month began, largest effects first. */
export const moisChangements = defineTableOf('mois-changements', read, (answer: Mois) => {
  const { changements } = answer
  const { annee } = partsOf(answer)
  const others = changements?.autres
  return {
    title: `Ce qui a changé le montant ${annee}`,
    query: { mois: answer.mois },
    columns: [
      { title: 'Pourquoi', format: 'texte' },
      { title: 'Le', format: 'instant' },
      { title: 'Effet', format: 'montant' },
    ],
    rows: [
      ...(changements?.causes ?? []).map(({ cause, lien, le, effet }) => [
        lien === null ? short(cause) : { value: short(cause), href: lien },
        le,
        effet,
      ]),
      ...(others
        ? [
            [
              {
                value: others.nombre === 1 ? '1 autre cause' : `${others.nombre} autres causes`,
                href: history({ chiffre: 'montant-total', annee }),
              },
              null,
              others.effet,
            ],
          ]
        : []),
    ],
  }
})
