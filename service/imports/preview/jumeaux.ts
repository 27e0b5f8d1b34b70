import { sql } from 'kysely'
import { formatCount, formatShortPercent } from '#figures/format'
import type { Db } from '../../database/connect'
import { depotOf } from '../staging/depot'
import type { Order } from '../writing/order'

/** From so many rows on, and this part of the new ones, a file looks like one that was imported under other ids. */
const FEWEST = 100
const PART = 0.5

/**
 * How many new gifts of the file have the contact, the day and the amount of one that is stored under another id. Not
 * counted, and 0, where there are too few new rows to warn of.
 */
export async function countJumeaux(tx: Db, order: Order, nouveaux: number): Promise<number> {
  if (order.type !== 'donations' || nouveaux < FEWEST) return 0
  const { rows } = await sql<{ jumeaux: number }>`
    select count(*) as jumeaux
    from ${depotOf(order.fichierId).lignes} as nouvelles
    where order_amount > 0
      and not exists (select from donations where donations.id = nouvelles.id)
      and exists (
        select from donations
        where donations.contact_id = nouvelles.contact_id
          and donations.order_date = nouvelles.order_date
          and donations.order_amount = nouvelles.order_amount
      )`.execute(tx)
  return rows[0]?.jumeaux ?? 0
}

/** Warns of a file whose gifts may be stored already, under other ids; it can be imported all the same. */
export function warnOfJumeaux(jumeaux: number, nouveaux: number): string[] {
  if (jumeaux < FEWEST || jumeaux < nouveaux * PART) return []
  const part = formatShortPercent((100 * jumeaux) / nouveaux)
  return [
    `${formatCount(jumeaux)} des ${formatCount(nouveaux)} lignes nouvelles de ce fichier (${part}) ont le contact, le jour et le montant d’un don déjà enregistré\u00a0: ce fichier a peut-être été importé sous d’autres identifiants. Si c’est le cas, ne l’importez pas\u00a0: chacun de ces dons compterait deux fois.`,
  ]
}
