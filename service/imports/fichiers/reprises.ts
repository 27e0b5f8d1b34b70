import { sql } from 'kysely'
import type { LectureFichier } from '#contract/lecture'
import { plural } from '#figures/format'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { depotOf } from '../staging/depot'
import { type Order, readPeriod } from '../writing/order'

/** More orders are not looked at. */
const MOST_ORDERS = 100_000

/** Gifts of an order on one day, stored on a day that the file covers and has no more: a corrected day makes one more. */
export async function countDeplaces(
  tx: Db,
  order: Order,
  { prefixe, cle }: LectureFichier,
): Promise<number> {
  if (cle !== 'commande_et_jour') return 0
  const { lignes } = depotOf(order.fichierId)
  const period = readPeriod(order)
  if (!period) return 0
  const { rows: nouvelles } = await sql<{ order_id: string }>`
    select distinct l.order_id
    from ${lignes} as l
    left join donations as d on d.id = l.id
    where l.order_amount > 0 and l.order_id <> '' and d.id is null
    limit ${MOST_ORDERS}`.execute(tx)
  if (nouvelles.length === 0) return 0
  const { rows: stored } = await sql<{ id: string }>`
    select id
    from donations
    where order_id = any(${nouvelles.map(({ order_id }) => order_id)}::text[])
      and starts_with(id, ${`${prefixe}-`}) and order_amount > 0
      and order_date between ${`${period.premier}`}::date and ${`${period.dernier}`}::date`.execute(
    tx,
  )
  const ids = stored.map(({ id }) => id)
  const { presents } = onlyRow(
    await sql<{ presents: number }>`
      select count(*) as presents from ${lignes} where id = any(${ids}::text[])`.execute(tx),
  )
  return ids.length - presents
}

interface Reprises {
  /** Stored gifts whose donor and day the file changes. */
  autres: number
  deplaces: number
}

/** What to look at before such an import. */
export const warnOfReprises = ({ autres, deplaces }: Reprises, prefixe: string): string[] => [
  ...(autres > 0
    ? [
        `${plural(autres, 'don enregistré change', 'dons enregistrés changent')} de donateur et de jour\u00A0: les numéros de ce fichier recommencent-ils, d’une année ou d’un outil à l’autre\u202F? Si oui, choisissez un autre préfixe que «\u00A0${prefixe}\u00A0», sinon ces dons seront remplacés.`,
      ]
    : []),
  ...(deplaces > 0
    ? [
        `${plural(deplaces, 'don enregistré est', 'dons enregistrés sont')} dans ce fichier à un autre jour, sous le même numéro de commande\u00A0: si ce jour a été corrigé, annulez d’abord l’import qui l’avait apporté, sinon le don comptera deux fois.`,
      ]
    : []),
]
