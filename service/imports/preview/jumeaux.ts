import { type RawBuilder, sql } from 'kysely'
import { formatCount, formatShortPercent } from '#figures/format'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { dealtOut } from '../../platform/database/repartition'
import { depotOf, KEY } from '../staging/depot'
import { type Order, readPeriod } from '../writing/order'

/** Thresholds, in rows and as a share of the new ones, for a file to look like one imported under other ids. */
const FEWEST = 5
const PART = 0.1

const isFew = (jumeaux: number, nouveaux: number) => jumeaux < FEWEST || jumeaux < nouveaux * PART

const count = async (tx: Db, question: RawBuilder<{ nombre: number }>): Promise<number> =>
  onlyRow(await question.execute(tx)).nombre

/**
 * Counts new gifts with the contact, date and amount of a gift stored under another id, each of these once. Returns 0,
 * without counting, if there are too few new rows to warn about.
 */
export async function countJumeaux(tx: Db, order: Order, nouveaux: number): Promise<number> {
  const period = readPeriod(order)
  if (order.type !== 'donations' || nouveaux < FEWEST || !period) return 0
  const { lignes, jumeaux, contemporains } = depotOf(order.fichierId)
  const byContact = { model: 'donateurs', key: KEY.donateurs }
  const nouvelles = await dealtOut(
    tx,
    { table: jumeaux, ...byContact },
    sql`
      select l.contact_id, l.order_date, l.order_amount
      from ${lignes} as l
      left join donations as d on d.id = l.id
      where l.order_amount > 0 and d.id is null`,
  )
  const stored = await dealtOut(
    tx,
    { table: contemporains, ...byContact },
    sql`
      select contact_id, order_date, order_amount
      from donations
      where order_date between ${`${period.premier}`}::date and ${`${period.dernier}`}::date`,
  )
  const resembling = await count(
    tx,
    sql<{ nombre: number }>`
      select count(*) as nombre
      from ${nouvelles} as nouvelles
      where exists (
        select 1 from ${stored} as dons
        where dons.contact_id = nouvelles.contact_id
          and dons.order_date = nouvelles.order_date
          and dons.order_amount = nouvelles.order_amount
      )`,
  )
  if (isFew(resembling, nouveaux)) return resembling
  // Equal gifts of one day are twins of so many at most.
  const equal = (dons: RawBuilder<unknown>) => sql`(
    select contact_id, order_date, order_amount, count(*) as nombre
    from ${dons} as dons
    group by contact_id, order_date, order_amount
  )`
  return count(
    tx,
    sql<{ nombre: number }>`
      select coalesce(sum(least(nouvelles.nombre, enregistres.nombre)), 0)::bigint as nombre
      from ${equal(nouvelles)} as nouvelles
      join ${equal(stored)} as enregistres using (contact_id, order_date, order_amount)`,
  )
}

/** Warns that gifts may already be stored under other ids; the file can still be imported. */
export function warnOfJumeaux(jumeaux: number, nouveaux: number): string[] {
  if (isFew(jumeaux, nouveaux)) return []
  const part = formatShortPercent((100 * jumeaux) / nouveaux)
  return [
    `${formatCount(jumeaux)} des ${formatCount(nouveaux)} lignes nouvelles de ce fichier (${part}) ont le contact, le jour et le montant d’un don déjà enregistré\u00a0: ils ont peut-être été importés sous d’autres identifiants. Si c’est le cas, n’importez pas ce fichier ainsi\u00a0: chacun de ces dons compterait deux fois.`,
  ]
}
