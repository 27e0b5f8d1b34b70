import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import {
  AUTRES,
  type Axe,
  CODES_AU_PLUS,
  type VentilationMois,
  ventilationMois,
} from '#contract/ventilation'
import { rateOf } from '#figures/ratios'
import type { Db } from '../database/connect'
import { inSnapshot } from '../database/snapshot'
import { analysis } from './analysis'
import { readReach } from './horizon'

export function registerVentilationMois(app: FastifyInstance, { db }: { db: Db }): void {
  analysis(app, db, ventilationMois, ({ params: { axe, annee } }) =>
    inSnapshot(db, (snapshot) => readMois(snapshot, axe, annee)),
  )
}

/** A code's gifts of a month, and the rank of the code in the year, of so many. */
interface Mois {
  code: string
  rang: number
  codes: number
  mois: number
  donations: number
  cents: number
}

async function readMois(db: Db, axe: Axe, annee: number): Promise<VentilationMois> {
  const { rows } = await sql<Mois>`
    with rangs as materialized (
      select code, rang, count(*) over () as codes
      from ventilation_rangs_a_jour
      where axe = ${axe} and annee = ${annee}
    )
    select code, rang, codes, mois, nombre as donations, round(montant * 100) as cents
    from ventilation_mois_a_jour
    join rangs using (code)
    where axe = ${axe} and annee = ${annee}
    order by rang`.execute(db)
  const lines = new Map<number, Mois[]>()
  for (const row of rows) {
    const rang = Math.min(row.rang, CODES_AU_PLUS + 1)
    const line = lines.get(rang)
    if (line) line.push(row)
    else lines.set(rang, [row])
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
  return first.rang > CODES_AU_PLUS
    ? { code: AUTRES, regroupe: first.codes - CODES_AU_PLUS }
    : { code: first.code, regroupe: null }
}

/** Twelve months, and all of them. */
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
