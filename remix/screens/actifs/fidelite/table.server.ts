import {
  type CleTaux,
  type Fidelite,
  fidelite,
  type FideliteParAnnee,
  fideliteParAnnee,
  TAUX,
} from '#contract/fidelite'
import { call } from '../../../service/service.server'
import {
  defineClasseur,
  defineTable,
  defineTableOf,
  defineYearTable,
  readAnnee,
} from '../../../tables/define.server'
import { donors, gifts, linked } from '../../../tables/links'
import { nameUpTo, nameYear, NOMS_GROUPES, NOMS_TAUX, TAUX_SUIVIS } from '../../../tables/taux'
import type { Cell } from '../../../ui/table'

/** What a year is compared with: the previous one, up to the same day if the year is running. */
export function comparedWith({ annee, a_date }: Fidelite, { data }: FideliteParAnnee) {
  if (a_date) return { nom: nameUpTo(a_date), taux: a_date.taux }
  const before = data.find((row) => row.annee === annee - 1)
  return before && !before.debut_du_fichier
    ? { nom: String(before.annee), taux: before.taux }
    : undefined
}

/** A year's rates, next to the previous one's. */
export const tauxFidelite = defineTableOf(
  'taux-fidelite',
  async (request, query): Promise<[number, Fidelite, FideliteParAnnee]> => {
    const annee = readAnnee(query)
    return [
      annee,
      await call(fidelite, { params: { annee } }, request),
      await call(fideliteParAnnee, {}, request),
    ]
  },
  (annee, found, all) => {
    const before = comparedWith(found, all)
    return {
      definition: 'fidelisation',
      title: `Taux de fidélité de ${annee}`,
      query: { annee },
      columns: [
        { title: 'Taux', format: 'texte' },
        { title: String(annee), format: 'pourcentage' },
        ...(before ? [{ title: before.nom, format: 'pourcentage' as const }] : []),
      ],
      rows: TAUX.map((key) => [
        NOMS_TAUX[key],
        found.taux[key],
        ...(before ? [before.taux[key]] : []),
      ]),
    }
  },
)

/** Last year's donors by what they were then, and those who gave again. */
export const revenusFidelite = defineYearTable(
  'donateurs-revenus',
  fidelite,
  (annee, { effectifs, taux }) => {
    const before = annee - 1
    const kept = (groupe?: 'nouveaux' | 'reactives' | 'fideles') =>
      donors({ ensemble: 'conserves', annee, groupe })
    return {
      definition: 'fidelisation',
      title: `Donateurs de ${before} revenus en ${annee}`,
      columns: [
        { title: `Donateurs de ${before}`, format: 'texte' },
        { title: `En ${before}`, format: 'nombre' },
        { title: `Revenus en ${annee}`, format: 'nombre' },
        { title: 'Fidélisation', format: 'pourcentage' },
      ],
      rows: [
        [
          `Nouveaux en ${before}`,
          linked(effectifs.nouveaux_precedents, donors({ ensemble: 'nouveaux', annee: before })),
          linked(effectifs.nouveaux_conserves, kept('nouveaux')),
          taux.fidelisation_nouveaux,
        ],
        [
          `Réactivés en ${before}`,
          linked(effectifs.reactives_precedents, donors({ ensemble: 'reactives', annee: before })),
          linked(effectifs.reactives_conserves, kept('reactives')),
          taux.fidelisation_reactives,
        ],
        [
          `Fidèles (aussi en ${annee - 2})`,
          linked(effectifs.fideles_precedents, donors({ ensemble: 'conserves', annee: before })),
          linked(effectifs.fideles_conserves, kept('fideles')),
          taux.fidelisation_fideles,
        ],
      ],
      totals: [
        [
          'Ensemble',
          linked(effectifs.actifs_precedents, donors({ ensemble: 'actifs', annee: before })),
          linked(effectifs.conserves, kept()),
          taux.fidelisation,
        ],
      ],
    }
  },
)

/** What moved the amount from one year to the next. */
export const mouvementsFidelite = defineYearTable(
  'mouvements-collecte',
  fidelite,
  (annee, { effectifs, mouvements, montants }) => {
    const before = annee - 1
    const whole = (year: number, count: number, cells: Cell[]): Cell[] => [
      `Collecte de ${year}`,
      linked(count, donors({ ensemble: 'actifs', annee: year })),
      ...cells,
    ]
    return {
      definition: 'mouvements',
      title: `Ce qui a fait bouger la collecte, de ${before} à ${annee}`,
      columns: [
        { title: 'Groupe', format: 'texte' },
        { title: 'Donateurs', format: 'nombre' },
        { title: `Montant ${before}`, format: 'montant' },
        { title: `Montant ${annee}`, format: 'montant' },
        { title: 'Écart', format: 'montant' },
      ],
      rows: mouvements.map(({ groupe, donateurs, montant_avant, montant_apres, ecart }) => [
        NOMS_GROUPES[groupe],
        linked(donateurs, donors({ ensemble: groupe, annee })),
        montant_avant,
        montant_apres,
        ecart,
      ]),
      totals: [
        whole(before, effectifs.actifs_precedents, [montants.montant_avant, null, null]),
        whole(annee, effectifs.actifs, [null, montants.montant_apres, montants.ecart]),
      ],
    }
  },
)

/** Data of the waterfall: both totals, and each group's contribution. */
export const stepsOf = ({ annee, mouvements, montants }: Fidelite) => [
  {
    name: `Collecte de ${annee - 1}`,
    whole: true,
    amount: montants.montant_avant,
    href: gifts({ annee: annee - 1 }),
  },
  ...mouvements.map(({ groupe, ecart }) => ({
    name: NOMS_GROUPES[groupe],
    whole: false,
    amount: ecart,
    href: donors({ ensemble: groupe, annee }),
  })),
  {
    name: `Collecte de ${annee}`,
    whole: true,
    amount: montants.montant_apres,
    href: gifts({ annee }),
  },
]

export const cascadeCollecte = defineYearTable('cascade-collecte', fidelite, (annee, found) => ({
  definition: 'mouvements',
  title: `De la collecte de ${annee - 1} à celle de ${annee}`,
  columns: [
    { title: 'Étape', format: 'texte' },
    { title: 'Montant', format: 'montant' },
  ],
  rows: stepsOf(found).map(({ name, amount }) => [name, amount]),
}))

/** Every year, preceding the running one by last year up to the same day. */
const rowsOf = ({ data }: FideliteParAnnee) =>
  data.flatMap(({ a_date, ...year }) => [
    ...(a_date ? [{ nom: nameUpTo(a_date), taux: a_date.taux }] : []),
    { nom: nameYear(year), taux: year.taux },
  ])

/** The rates that a screen has room for, beside those of the chart. */
const FIRST: readonly CleTaux[] = [
  ...(['fidelisation', 'attrition', 'reactivation', 'acquisition', 'couverture'] as const),
  ...(['montant_conserve', 'part_nouveaux'] as const),
]

/** All rates of all years. */
export const tauxParAnnee = defineTable('taux-fidelite-par-annee', fideliteParAnnee, (all) => ({
  definition: 'fidelisation',
  title: 'Taux de fidélité, par année',
  byYear: true,
  columns: [
    { title: 'Année', format: 'texte' },
    ...TAUX.map((key) => ({
      title: NOMS_TAUX[key],
      format: 'pourcentage' as const,
      more: !FIRST.includes(key),
    })),
  ],
  rows: rowsOf(all).map(({ nom, taux }) => [nom, ...TAUX.map((key) => taux[key])]),
}))

/** Data of the rates chart. */
export const fidelisationParAnnee = defineTable(
  'fidelisation-par-annee',
  fideliteParAnnee,
  (all) => ({
    definition: 'fidelisation',
    title: 'Fidélisation, par année',
    byYear: true,
    columns: [
      { title: 'Année', format: 'texte' },
      ...TAUX_SUIVIS.map(({ label }) => ({ title: label, format: 'pourcentage' as const })),
    ],
    rows: rowsOf(all).map(({ nom, taux }) => [nom, ...TAUX_SUIVIS.map(({ key }) => taux[key])]),
  }),
)

/** The workbook of the screen. */
export const classeurFidelite = defineClasseur('fidelite', 'Fidélisation', {
  'Taux de l’année': tauxFidelite,
  'Qui est revenu': revenusFidelite,
  Cascade: cascadeCollecte,
  Mouvements: mouvementsFidelite,
  'Fidélisation par année': fidelisationParAnnee,
  'Tous les taux par année': tauxParAnnee,
})
