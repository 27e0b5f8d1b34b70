import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { calculerPersonnes, inserer } from './personnes'

/** Of more merged at once, or of more gifts, figures wait for the refresh: nobody decides meanwhile. */
const CONTACTS_AU_PLUS = 2_000
const DONS_AU_PLUS = 20_000

const TABLES = {
  faits: 'regroupes_faits',
  series: 'regroupes_series',
  croises: 'regroupes_dons',
} as const

/**
 * Notes what the gifts of those merged or separated come to, so that figures show it at once; in the transaction that
 * decides, which decides alone. Figures stay as published where they are very many.
 */
export async function noterRegroupes(tx: Db): Promise<void> {
  const { rows } = await sql<{ contact_id: string }>`
    with nommes as (
      select array_agg(contact) as contacts
      from evenements_exclusion as evenements
      cross join lateral (values (evenements.contact_id), (contact_principal)) as noms (contact)
      where numero > (select greatest(evenement, regroupes_calcules.numero) from faits_publies, regroupes_calcules)
        and type in ('FUSION', 'SEPARATION')
    )
    select distinct contact_id
    from nommes
    cross join unnest(membres_des_groupes(contacts)) as contact_id
    limit ${sql.lit(CONTACTS_AU_PLUS + 1)}`.execute(tx)
  if (rows.length === 0 || rows.length > CONTACTS_AU_PLUS) return
  const contacts = rows.map(({ contact_id }) => contact_id)
  const { dons } = onlyRow(
    await sql<{ dons: number }>`
      select count(*) as dons
      from (select 1 from donations where contact_id = any (${contacts}) limit ${sql.lit(DONS_AU_PLUS + 1)}) as quelques`.execute(
      tx,
    ),
  )
  if (dons > DONS_AU_PLUS) return
  for (const table of Object.values(TABLES))
    await sql`
      delete from ${sql.table(table)}
      where contact_id = any (${contacts})
        or contact_id not in (
          select present from regroupes_depuis((select evenement from faits_publies))
        )`.execute(tx)
  const tables = ['faits', 'series', 'croises'] as const
  for await (const { table, lignes } of calculerPersonnes(tx, { contacts, tables }))
    // Who is excluded may be decided later.
    await inserer(tx, TABLES[table], lignes, 'exclu')
  await sql`
    update regroupes_calcules set numero = (select max(numero) from evenements_exclusion)`.execute(
    tx,
  )
}
