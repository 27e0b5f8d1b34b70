import { sql } from 'kysely'
import { type Horizon, horizon } from '#contract/horizon'
import type { Db } from '../platform/database/connect'
import { readHorizon as readDay } from '../platform/database/horizon'
import { onlyRow } from '../platform/database/only-row'
import { type Analysis, call } from './analysis'

export default {
  calls: [call(horizon, ({ db }) => readHorizon(db))],
} satisfies Analysis

/** The day's year, unless the day is its last; null without a day. */
const runningYear = (day: string | null): number | null =>
  day === null || day.endsWith('-12-31') ? null : Number(day.slice(0, 4))

/** The last day covered by the data, and the year still running. */
export async function readHorizon(db: Db): Promise<Horizon> {
  const day = await readDay(db)
  return { horizon: day, annee_en_cours: runningYear(day) }
}

/** The day the year has reached, if it is still running. */
export const reachOf = ({ horizon: day, annee_en_cours }: Horizon, annee: number): string | null =>
  annee === annee_en_cours ? day : null

/** The same, of the present horizon. */
export const readReach = async (db: Db, annee: number): Promise<string | null> =>
  reachOf(await readHorizon(db), annee)

/** The horizon now and at the publication, and the day one year before the current one. */
export interface Horizons {
  present: string | null
  publie: string | null
  unAnAvant: string | null
  enCours: number | null
}

export async function readHorizons(tx: Db): Promise<Horizons> {
  const found = onlyRow(
    await sql<Omit<Horizons, 'enCours'>>`
    select
      present.jour as present,
      publie.jour as publie,
      (present.jour - interval '1 year')::date as "unAnAvant"
    from horizon_a_jour as present
    left join horizon_publie as publie on true`.execute(tx),
  )
  return { ...found, enCours: runningYear(found.present) }
}
