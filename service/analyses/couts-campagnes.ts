import { sql } from 'kysely'
import { groupBy } from '#figures/grouper'
import { centsOf, sum } from '#figures/ratios'
import type { Db } from '../platform/database/connect'

/** A campaign with a cost or mailings, and what it brought in its financial year; `debut`: the month of its first gift. */
export interface Chiffree {
  code: string
  famille: string | null
  exercice: number
  cout: number | null
  envois: number | null
  donations: number
  cents: number
  nouveaux: number
  ailleurs: { donations: number; montant: number }
  debut: number | null
}

interface Ligne extends Omit<Chiffree, 'ailleurs'> {
  dons_ailleurs: number
  cents_ailleurs: number
}

/** Whether the dictionary has a cost or mailings at all, of one financial year if it is given: nothing else need be asked. */
async function isCosted(db: Db, annee: number | undefined): Promise<boolean> {
  const { rows } = await sql`
    select
    from campagnes_en_vigueur
    where num_nonnulls(cout, envois) > 0 and ${annee === undefined ? sql`true` : sql`exercice = ${annee}`}
    limit 1`.execute(db)
  return rows.length > 0
}

/** Campaigns with a cost or mailings, dearest first, of one financial year or all. */
export async function readChiffrees(db: Db, annee?: number): Promise<Chiffree[]> {
  if (!(await isCosted(db, annee))) return []
  const { rows } = await sql<Ligne>`
    with fiches as materialized (
      select code, famille, exercice, cout, envois
      from campagnes_en_vigueur
      where num_nonnulls(cout, envois) > 0 and ${annee === undefined ? sql`true` : sql`exercice = ${annee}`}
    ),
    dons as (
      select
        code,
        sum(nombre) filter (where annee = exercice) as donations,
        sum(montant) filter (where annee = exercice) as montant,
        sum(nombre) filter (where annee <> exercice) as dons_ailleurs,
        sum(montant) filter (where annee <> exercice) as montant_ailleurs,
        min(annee * 12 + mois - 1) as debut
      from ventilation_mois_a_jour
      join fiches using (code)
      where axe = 'campagne' and code = any (array(select code from fiches))
      group by code
    ),
    venus as (
      select code, sum(nouveaux) as nouveaux
      from ventilation_donateurs_a_jour
      join fiches using (code)
      where axe = 'campagne'
        and annee = exercice
        and ${annee === undefined ? sql`true` : sql`annee = ${annee}`}
      group by code
    )
    select
      code, famille, exercice, cout, envois, debut,
      coalesce(donations, 0)::bigint as donations,
      round(coalesce(montant, 0) * 100) as cents,
      coalesce(nouveaux, 0)::bigint as nouveaux,
      coalesce(dons_ailleurs, 0)::bigint as dons_ailleurs,
      round(coalesce(montant_ailleurs, 0) * 100) as cents_ailleurs
    from fiches
    left join dons using (code)
    left join venus using (code)
    order by cout desc nulls last, code collate "C"`.execute(db)
  return rows.map(({ dons_ailleurs, cents_ailleurs, ...row }) => ({
    ...row,
    ailleurs: { donations: dons_ailleurs, montant: cents_ailleurs / 100 },
  }))
}

interface Seuil {
  seuil_mois: number | null
  manque: number | null
}

/** When the giving of each campaign's recruits reaches its cost, up to the horizon's month, of those with a cost. */
export async function readSeuils(
  db: Db,
  campagnes: readonly Chiffree[],
  horizon: string | null,
): Promise<Map<string, Seuil>> {
  const asked = campagnes.filter(({ cout }) => cout !== null)
  if (asked.length === 0) return new Map()
  const { rows } = await sql<{ code: string; mois: number; cents: number }>`
    select code, annee * 12 + mois - 1 as mois, round(montant * 100) as cents
    from recrues_mois_a_jour
    where code = any (${asked.map(({ code }) => code)}::text[])
      and make_date(annee, mois, 1) <= ${horizon}::date
    order by annee, mois`.execute(db)
  const months = groupBy(rows, ({ code }) => code)
  return new Map(
    asked.map(({ code, cout, debut }) => [
      code,
      reach(months.get(code) ?? [], centsOf(cout ?? 0), debut),
    ]),
  )
}

/** The first month at whose end the sum reaches the cost, counted from `debut`. */
function reach(
  months: readonly { mois: number; cents: number }[],
  cost: number,
  debut: number | null,
): Seuil {
  if (debut === null) return { seuil_mois: null, manque: cost > 0 ? cost / 100 : null }
  if (cost === 0) return { seuil_mois: 0, manque: null }
  let total = 0
  for (const { mois, cents } of months) {
    total += cents
    if (total >= cost) return { seuil_mois: mois - debut, manque: null }
  }
  return { seuil_mois: null, manque: (cost - sum(months.map(({ cents }) => cents))) / 100 }
}
