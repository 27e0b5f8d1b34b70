import { type RawBuilder, sql } from 'kysely'
import { type AxeCroise, estDesDons } from '#contract/axes'
import { answerOf, hasRanks, type Moment, placeOfGift } from '../platform/database/axes'
import type { Db } from '../platform/database/connect'
import { readHorizon } from '../platform/database/horizon'
import { isDistributed } from '../platform/database/repartition'
import type { Arranged, Sums } from './croisements-rangs'

/** An axis as it is arranged. */
export type Side = readonly [axe: AxeCroise, arranged: Arranged]

/** Where a gift stands on an arranged axis, and the place among the headings that what is read of it means. */
interface Placed {
  join: RawBuilder<unknown>
  at: RawBuilder<unknown>
  placeOf: (read: string) => number | null
}

/** As it is stored: a rank, or the code of a donor, whose codes are put together once his gifts are. */
function placedAsStored([axe, arranged]: Side, year: Moment, produit: string): Placed {
  return {
    join: sql``,
    at: placeOfGift(axe, year),
    placeOf: (read) => arranged.placeOf(answerOf(axe, read, produit)) ?? null,
  }
}

/** By the place of its code: the last one is that of all others. */
function placedByCode([axe, { shown }]: Side, year: Moment): Placed {
  const places = sql.ref(`places_${axe}`)
  return {
    join: sql`
      left join unnest(${shown}::text[]) with ordinality as ${places} (code, rang)
        on ${places}.code = ${placeOfGift(axe, year)}`,
    at: sql`coalesce(${places}.rang::integer - 1, ${sql.lit(shown.length)})`,
    placeOf: Number,
  }
}

/** What two axes of a year's gifts count, by place: where they meet, and each row by itself. */
interface Croises {
  cases: [row: number | null, column: number | null, sums: Sums][]
  rows: [row: number | null, sums: Sums][]
}

/** The gifts that count, in parts of their donors: those as published by halves, see attacher_dons_croises. */
const partsOf = async (db: Db) =>
  (await isDistributed(db))
    ? [sql`dons_croises_a_jour where true`]
    : [
        sql`dons_croises_inchanges where hashtext(contact_id) & 1 = 0`,
        sql`dons_croises_inchanges where hashtext(contact_id) & 1 = 1`,
        sql`dons_croises_regroupes where true`,
      ]

/** Columns of a table, a bit each: those in which a donor of a row gave, or the one that a gift is of. */
interface Ensemble extends Sums {
  ligne: string
  bits: number
}

/** Which bits of a set are 1, from the lowest. */
function* bitsOf(set: number): Generator<number> {
  for (let bit = 0, rest = set; rest > 0; bit++, rest = Math.floor(rest / 2))
    if (rest % 2 === 1) yield bit
}

/** Where a gift stands on a side: of what is ranked, or of donors, as it is stored; else by the place of its code. */
const placedOn = (side: Side, year: Moment, produit: string, isOfDonors: boolean): Placed =>
  hasRanks(side[0]) || isOfDonors ? placedAsStored(side, year, produit) : placedByCode(side, year)

const FAMILLES = sql`
  left join (select code as campagne, famille from campagnes_en_vigueur) as fiches using (campagne)`

/**
 * Of some gifts, by row, each set of columns: how many donors gave in just these, how many gifts and cents. Whose only gift
 * it is counts as gifts do; each row's other donors are told apart once.
 */
const countSets = (dons: RawBuilder<unknown>) => sql`
  select
    ligne::text, bits,
    count(*) filter (where segment = 1) as donateurs, count(*) as donations, sum(cents)::bigint as cents
  from (${dons}) as dons
  group by ligne, bits
  union all
  select ligne::text, bits, count(*), 0::bigint, 0::bigint
  from (
    select ligne, bit_or(bits) as bits from (${dons} where segment > 1) as dons group by contact_id, ligne
  ) as donateurs
  group by ligne, bits`

/** The sums of each set, at the places of its columns, and at its row's. */
function spread(
  sets: readonly Ensemble[],
  rowOf: (stored: string) => number | null,
  columnOf: (bit: string) => number | null,
): Croises {
  const croises: Croises = { cases: [], rows: [] }
  for (const { ligne, bits, ...sums } of sets) {
    const row = rowOf(ligne)
    croises.rows.push([row, sums])
    for (const bit of bitsOf(bits)) croises.cases.push([row, columnOf(String(bit)), sums])
  }
  return croises
}

/**
 * A year's gifts by the columns, as they are arranged, and by the rows if there are any; a donor once in each case.
 */
export async function readGifts(
  db: Db,
  annee: number,
  produit: string,
  columns: Side,
  rows?: Side,
): Promise<Croises> {
  // A day, not a question: PostgreSQL counts those side by side that ask nothing else.
  const year = { annee, horizon: sql<string>`${await readHorizon(db)}::date` }
  const colonne = placedOn(columns, year, produit, false)
  const ligne = rows && placedOn(rows, year, produit, !estDesDons(rows[0]))
  const hasFamilies = [rows, columns].some((side) => side?.[0] === 'famille')
  const sets = (await partsOf(db)).map((part) =>
    countSets(sql`
      select contact_id, segment, cents, ${ligne?.at ?? sql`0`} as ligne, 1::bigint << ${colonne.at} as bits
      from (select * from ${part} and annee = ${annee}) as dons
      ${hasFamilies ? FAMILLES : sql``} ${ligne?.join ?? sql``} ${colonne.join}`),
  )
  // Each of them is counted by one process, in memory, and hands on sums.
  await sql`set local work_mem = '64MB'`.execute(db)
  const { rows: found } = await sql<Ensemble>`${sql.join(sets, sql` union all `)}`.execute(db)
  return spread(found, (stored) => ligne?.placeOf(stored) ?? null, colonne.placeOf)
}
