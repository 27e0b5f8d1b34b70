import { sql } from 'kysely'
import type { LectureFichier } from '#contract/lecture'
import { plural } from '#figures/format'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { depotOf } from '../staging/depot'
import { type Order, readPeriod } from '../writing/order'

/** Stored gifts whose keys a file uses for what seem to be other gifts, and gifts that it may count again. */
export interface Reprises {
  /** Whose donor and day both change. */
  autres: number
  /** Of orders of the file on days of its own, which it has on other days only. */
  deplaces: number
}

/** More orders are not looked at. */
const MOST_ORDERS = 100_000

/** Gifts of an order on one day, stored on a day that the file covers and has no more: a corrected day makes one more. */
async function countDeplaces(tx: Db, order: Order, prefixe: string): Promise<number> {
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

export async function countReprises(
  tx: Db,
  order: Order,
  { prefixe, cle }: LectureFichier,
): Promise<Reprises> {
  const { lignes } = depotOf(order.fichierId)
  const { autres } = onlyRow(
    await sql<{ autres: number }>`
      select count(*) as autres
      from ${lignes} as l
      join donations as d on d.id = l.id
      where starts_with(d.id, ${`${prefixe}-`}) and d.order_amount > 0 and l.order_amount > 0
        and d.contact_id <> l.contact_id and d.order_date <> l.order_date`.execute(tx),
  )
  return {
    autres,
    deplaces: cle === 'commande_et_jour' ? await countDeplaces(tx, order, prefixe) : 0,
  }
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
        `${plural(deplaces, 'don enregistré est', 'dons enregistrés sont')} dans ce fichier à un autre jour, sous le même numéro de commande\u00A0: si leur jour a été corrigé, ils compteront deux fois. Choisissez alors une colonne qui numérote les dons.`,
      ]
    : []),
]
