import { sql } from 'kysely'
import { AUTRES, type Axe, CODES_AU_PLUS, type VentilationMois } from '#contract/ventilation'
import { rateOf } from '#figures/ratios'
import type { Db } from '../platform/database/connect'
import { inSnapshot } from '../platform/database/snapshot'
import { readReach } from './horizon'

/** A month's gifts for a code, or for all others together (`code` null); `codes`: number of codes in the year. */
interface Mois {
  code: string | null
  codes: number
  mois: number
  donations: number
  cents: number
}

/** Each month of a year, by code. */
export const readVentilationMois = (db: Db, axe: Axe, annee: number): Promise<VentilationMois> =>
  inSnapshot(db, (snapshot) => readMois(snapshot, axe, annee))

async function readMois(db: Db, axe: Axe, annee: number): Promise<VentilationMois> {
  const { rows } = await sql<Mois>`
    with pesees as (
      select
        code, mois, nombre, montant,
        sum(nombre) over par_code as dons_en_tout,
        sum(montant) over par_code as en_tout
      from ventilation_mois_axes
      where axe = ${axe} and annee = ${annee}
      window par_code as (partition by code)
    ),
    rangs as (
      select *, dense_rank() over (order by en_tout desc, code collate "C") as rang
      from pesees
      where dons_en_tout > 0
    )
    select
      case when rang <= ${CODES_AU_PLUS} then code end as code,
      mois,
      sum(nombre)::bigint as donations,
      round(sum(montant) * 100) as cents,
      max(max(rang)) over () as codes
    from rangs
    group by 1, mois
    order by min(rang)`.execute(db)
  const lines = new Map<string | null, Mois[]>()
  for (const row of rows) {
    const line = lines.get(row.code)
    if (line) line.push(row)
    else lines.set(row.code, [row])
  }
  return {
    axe,
    annee,
    au: await readReach(db, annee),
    data: [...lines.values()].map((line) => ({ ...nameLine(line), ...byMonth(line) })),
    total: byMonth(rows),
  }
}

function nameLine([first]: Mois[]) {
  if (!first) throw new Error('A line of the table without a code.')
  return first.code === null
    ? { code: AUTRES, regroupe: first.codes - CODES_AU_PLUS }
    : { code: first.code, regroupe: null }
}

/** Twelve months and their total. */
function byMonth(rows: readonly Mois[]): VentilationMois['total'] {
  const months = Array.from({ length: 12 }, () => ({ donations: 0, cents: 0 }))
  const whole = { donations: 0, cents: 0 }
  for (const { mois, donations, cents } of rows)
    for (const sums of [whole, months[mois - 1]]) {
      if (!sums) continue
      sums.donations += donations
      sums.cents += cents
    }
  return {
    mois: months.map(({ donations, cents }, at) => ({
      mois: at + 1,
      donations,
      montant: cents / 100,
      part: rateOf(cents, whole.cents),
    })),
    total: { donations: whole.donations, montant: whole.cents / 100 },
  }
}
