import { type RawBuilder, sql } from 'kysely'
import { CARTE } from '#contract/identite'
import type { Db } from '../../platform/database/connect'
import { isDistributed } from '../../platform/database/repartition'
import type { Schema } from '../../platform/database/schema'
import { otherColumns } from './comparison'
import { comparisonOf, type Order } from './order'

/** The days of a card, and none that is empty. */
const asJson = (table: string): RawBuilder<object> =>
  sql`jsonb_strip_nulls(to_jsonb(${sql.ref(table)}) - 'contact_id')`

const JOURS = sql.join(CARTE.map((column) => sql.ref(column)))

/** Stores when the cells of cards were said: rows like those of `fiches_dites`; keeps what was stored of an import that can be undone. */
export async function noteDites(
  tx: Db,
  { fichierId, isForgotten = false }: Pick<Order, 'fichierId' | 'isForgotten'>,
  dites: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    create temporary table dites on commit drop as
    select s.*
    from (${dites}) as s
    left join fiches_dites as d on d.contact_id = s.contact_id
    where ${asJson('d')} is distinct from ${asJson('s')}
      and not exists (select from contacts_anonymises as a where a.contact_id = s.contact_id)`.execute(
    tx,
  )
  if (!isForgotten)
    await sql`
      insert into fiches_dites_avant_import (fichier_id, contact_id, avant, apres)
      select ${fichierId}::uuid, contact_id, case when d.contact_id is not null then ${asJson('d')} end, ${asJson('s')}
      from dites as s left join fiches_dites as d using (contact_id)`.execute(tx)
  await sql`
    insert into fiches_dites (contact_id, ${JOURS})
    select contact_id, ${JOURS} from dites
    on conflict (contact_id) do update
    set ${sql.join(CARTE.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`))}`.execute(
    tx,
  )
  await sql`drop table dites`.execute(tx)
}

/** Contacts.csv says the cells of its columns anew, full or empty, on the day of its import. */
export async function restateDites(tx: Db, order: Order): Promise<void> {
  const comparison = comparisonOf(order)
  const said = new Set(otherColumns(comparison))
  await noteDites(
    tx,
    order,
    sql`
      select contact_id, ${sql.join(CARTE.map((column) => (said.has(column) ? sql`null::date as ${sql.ref(column)}` : sql.ref(column))))}
      from fiches_dites
      where contact_id in (select contact_id from (select contact_id from ${comparison.depot.lignes} offset 0) as lignes)`,
  )
}

/** The day of the last import of Contacts.csv: that of all cells which no row of a tool's file said. */
export const JOUR_DES_CONTACTS = sql<Date>`jour_des_contacts()`

/**
 * Another cell of a group may be the one that was said last: the next publication looks at the departments of those whose cards,
 * as an import or its undoing has left them, lie in several.
 */
export async function noterGroupes(tx: Db): Promise<void> {
  if (await isDistributed<Schema>(tx)) return
  await sql`
    insert into fiches_deplacees
    select contact_principal
    from contacts_groupes
    join donateurs using (contact_id)
    group by contact_principal
    having count(distinct departement_du_code_postal(zip)) > 1`.execute(tx)
}

/** Puts the days back as they were before an import, where no later one said these cells. */
export async function undoDites(tx: Db, fichierId: string): Promise<void> {
  const told = sql`fiches_dites_avant_import as a
    where a.fichier_id = ${fichierId} and a.contact_id = d.contact_id and ${asJson('d')} = a.apres`
  await sql`delete from fiches_dites as d using ${told} and a.avant is null`.execute(tx)
  await sql`
    update fiches_dites as d
    set ${sql.join(CARTE.map((column) => sql`${sql.ref(column)} = (a.avant ->> ${sql.lit(column)})::date`))}
    from ${told} and a.avant is not null`.execute(tx)
  await noterGroupes(tx)
}
