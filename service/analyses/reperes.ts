import { sql } from 'kysely'
import { type Reperes, reperes } from '#contract/reperes'
import { formatMoney, formatPercent } from '#figures/format'
import { centsOf, eurosEach, rateOf } from '#figures/ratios'
import type { Db } from '../platform/database/connect'
import { type Analysis, call, type Given } from './analysis'
import { rule } from './definition'

export default {
  section: 'Montants',
  calls: [call(reperes, ({ db }) => readReperes(db))],
  definitions: defineReperes,
} satisfies Analysis

interface Ligne {
  annee: number
  donateurs: number
  montant: number
  median: number | null
  publie: number | null
  centile: number | null
  decile: number | null
}

async function readReperes(db: Db): Promise<Reperes> {
  const { rows } = await sql<Ligne>`
    with annees as materialized (
      select annee, sum(donateurs) as donateurs, sum(montant) as montant
      from mouvements_a_jour
      group by annee
    )
    select
      annee,
      coalesce(donateurs, 0)::bigint as donateurs,
      coalesce(annees.montant, 0) as montant,
      medians.montant as median,
      concentrations.montant as publie,
      centile,
      decile
    from generate_series(
      (select min(annee)::int from annees), (select max(annee)::int from annees)
    ) as suite (annee)
    left join annees using (annee)
    left join dons_medians as medians using (annee)
    left join concentrations using (annee)
    order by annee`.execute(db)
  return {
    data: rows.map(({ annee, donateurs, montant, median, publie, centile, decile }) => {
      const share = (part: number | null) => rateOf(centsOf(part ?? 0), centsOf(publie ?? 0))
      return {
        annee,
        don_median: median,
        montant_par_donateur: donateurs > 0 ? eurosEach(centsOf(montant), donateurs) : null,
        concentration: { un_pour_cent: share(centile), dix_pour_cent: share(decile) },
      }
    }),
  }
}

/** Defines the median, the amount per donor and the concentration. */
async function defineReperes({ db }: Given, annee: number) {
  const { data } = await readReperes(db)
  const row = data.find((one) => one.annee === annee)
  const said = (value: number | null | undefined, write: (value: number) => string) =>
    value === null || value === undefined ? null : `${annee}\u00A0: ${write(value)}.`
  return {
    'don-median': rule({
      titre: 'Don médian',
      formule:
        'Des dons de l’année rangés par montant, le premier que la moitié d’entre eux ne dépasse pas. Au dernier calcul : une exclusion s’y voit au calcul suivant.',
      exemple: said(row?.don_median, formatMoney),
    }),
    'montant-par-donateur': rule({
      titre: 'Montant moyen par donateur',
      formule: 'Montant de l’année ÷ donateurs de l’année.',
      exemple: said(row?.montant_par_donateur, formatMoney),
    }),
    concentration: rule({
      titre: 'Concentration',
      formule:
        'Part du montant de l’année donnée par le 1 % et par les 10 % de donateurs qui ont donné le plus, leur nombre arrondi au-dessus. Au dernier calcul : une exclusion s’y voit au calcul suivant.',
      exemple: said(
        row?.concentration.dix_pour_cent,
        (part) => `${formatPercent(part)} par les 10 %`,
      ),
    }),
  }
}
