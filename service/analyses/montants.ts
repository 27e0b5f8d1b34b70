import { type Montants, montantsDernierDon, montantsTotalAnnuel, Tranche } from '#contract/montants'
import { formatCount, formatPercent } from '#figures/format'
import { highest, percentOf, sum } from '#figures/ratios'
import type { Db } from '../platform/database/connect'
import { type Analysis, call, type Given } from './analysis'
import { groupByAnnee } from './annees'
import { compareADate, type DeuxAns, groupOf, jourCompare, readComptes } from './comparaison-a-date'
import { rule } from './definition'

/** The amount bands, numbered as in `tranche_montant()`. */
const TRANCHES = Tranche.options
const RANGS = TRANCHES.map((_, rang) => String(rang))

export default {
  section: 'Montants',
  calls: [
    call(montantsTotalAnnuel, ({ db }) => readMontants(db, 'tranche_total')),
    call(montantsDernierDon, ({ db }) => readMontants(db, 'tranche_dernier')),
  ],
  definitions: defineMontants,
} satisfies Analysis

const VUES = {
  tranche_total: 'montants_total_annuel_a_jour',
  tranche_dernier: 'montants_dernier_don_a_jour',
} as const

async function readMontants(db: Db, axe: keyof typeof VUES): Promise<Montants> {
  const [rows, comparaison] = await Promise.all([
    db.selectFrom(VUES[axe]).selectAll().execute(),
    compareADate(db),
  ])
  const comptes = await readComptes(db, comparaison, axe, RANGS)
  const jour = jourCompare(comparaison)
  const annees = groupByAnnee(rows).map(({ annee, rows }) => ({ annee, ...count(rows) }))
  return {
    metadata: { tranches_disponibles: [...TRANCHES] },
    data: annees.map(({ annee, nombres, total }, index) => {
      const previous = annees[index - 1]
      const aDate = annee === comparaison?.annee && previous ? comptes : undefined
      return {
        annee,
        tranches: Object.fromEntries(
          TRANCHES.map((tranche, position) => {
            const nombre = nombres[position] ?? 0
            const before = previous?.nombres[position]
            const difference = before === undefined ? null : nombre - before
            const difference_a_date = aDate ? moreADate(aDate.of(String(position))) : null
            const pourcentage = percentOf(nombre, total)
            return [tranche, { nombre, pourcentage, difference, difference_a_date }]
          }),
        ),
        total_donateurs: total,
        difference_total: previous ? total - previous.total : null,
        difference_total_a_date: aDate && comparaison ? moreADate(comparaison) : null,
      }
    }),
    a_date: comparaison && jour && { ...jour, annee: comparaison.annee },
  }
}

/** Year-to-date difference in donors. */
const moreADate = ({ present, before }: DeuxAns): number =>
  groupOf('total', present) - groupOf('total', before)

/** One year's donors by band. */
function count(rows: readonly { tranche: number; nombre: number }[]): {
  nombres: number[]
  total: number
} {
  const nombres = TRANCHES.map((_, position) =>
    sum(rows.filter(({ tranche }) => tranche === position).map(({ nombre }) => nombre)),
  )
  return { nombres, total: sum(nombres) }
}

/** Defines the amount bands, with a year's as examples. */
async function defineMontants({ db }: Given, annee: number) {
  const read = async (axe: keyof typeof VUES, what: string) => {
    const { data } = await readMontants(db, axe)
    const year = data.find((row) => row.annee === annee)
    const [tranche, cell] = highest(
      Object.entries(year?.tranches ?? {}),
      ([, { nombre }]) => nombre,
    ) ?? ['', undefined]
    if (!year || !cell || cell.nombre === 0) return null
    return `${annee}, ${what} de ${tranche}\u00A0€\u00A0: ${formatCount(cell.nombre)} sur ${formatCount(year.total_donateurs)} donateurs, soit ${formatPercent(cell.pourcentage)}.`
  }
  const [total, dernier] = await Promise.all([
    read('tranche_total', 'total'),
    read('tranche_dernier', 'dernier don'),
  ])
  const parts =
    'Une tranche comprend son premier montant, non son second.\u00A0%\u00A0: part des donateurs de l’année. Écart\u00A0: nombre moins celui de l’année précédente.'
  return {
    'tranches-total-annuel': rule({
      titre: 'Tranches du montant total annuel',
      formule: `Donateurs de l’année selon la somme de leurs dons de l’année. ${parts}`,
      exemple: total,
    }),
    'tranches-dernier-don': rule({
      titre: 'Tranches du dernier don de l’année',
      formule: `Donateurs de l’année selon le montant de leur dernier don de l’année. ${parts}`,
      exemple: dernier,
    }),
  }
}
