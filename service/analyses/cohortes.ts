import { type Cohortes, cohortes } from '#contract/cohortes'
import { formatCount, formatPercent, plural } from '#figures/format'
import { centsOf, eurosEach, percentOf } from '#figures/ratios'
import type { Db } from '../platform/database/connect'
import { type Analysis, call, type Given } from './analysis'
import { rule } from './definition'

export default {
  section: 'Donateurs',
  calls: [call(cohortes, ({ db }) => readCohortes(db))],
  definitions: defineCohortes,
} satisfies Analysis

async function readCohortes(db: Db): Promise<Cohortes> {
  const rows = await db.selectFrom('cohortes_a_jour').selectAll().orderBy('cohorte').execute()
  const latest = Math.max(...rows.map(({ annee }) => annee))
  const years = [...new Set(rows.map(({ cohorte }) => cohorte))]
  return {
    data: years.map((cohorte) => {
      const own = new Map(
        rows.filter((row) => row.cohorte === cohorte).map((row) => [row.annee, row]),
      )
      const taille = own.get(cohorte)?.donateurs ?? 0
      let cents = 0
      const annees = Array.from({ length: latest - cohorte + 1 }, (_, at) => {
        const annee = cohorte + at
        const { donateurs, montant } = own.get(annee) ?? { donateurs: 0, montant: 0 }
        cents += centsOf(montant)
        return {
          annee,
          donateurs,
          pourcentage: percentOf(donateurs, taille),
          montant,
          valeur_cumulee: eurosEach(cents, taille),
        }
      })
      return { cohorte, taille, annees }
    }),
  }
}

/** Defines cohorts, with the previous year's as example. */
async function defineCohortes({ db }: Given, annee: number) {
  const { data } = await readCohortes(db)
  const cohorte = data.find((row) => row.cohorte === annee - 1)
  const next = cohorte?.annees.find((row) => row.annee === annee)
  return {
    cohortes: rule({
      titre: 'Cohortes',
      formule:
        'Une cohorte réunit les donateurs dont le premier don est de la même année. % : ceux qui ont donné dans l’année ÷ taille de la cohorte. Valeur cumulée : montants donnés jusqu’à cette année ÷ taille.',
      exemple:
        cohorte && next
          ? `Cohorte ${cohorte.cohorte} en ${annee} : ${formatCount(next.donateurs)} sur ${plural(cohorte.taille, 'donateur')}, soit ${formatPercent(next.pourcentage)}.`
          : null,
    }),
  }
}
