import { sql } from 'kysely'
import type { Db } from '../../service/platform/database/connect'
import { CARTES, codesDits } from './codes-dits'
import type { Don } from './dons'
import { tablesOf } from './reference/faits'

const ORDERED = 'generation = (select generation from faits_publies)'

/** The tables that a computation writes; sums that are nought again are none. */
const TABLES = {
  faits: `select * from faits_donateurs where ${ORDERED}`,
  series: 'select * from series_dons',
  croises: `select * from dons_croises where ${ORDERED}`,
  jours: 'select * from ventilation_dons where nombre <> 0',
  mois: 'select * from ventilation_mois_dons where nombre <> 0',
  annees: 'select * from ventilation_contacts where donateurs <> 0',
}

/** Rows as texts, in one order, with their columns in one order; lists of codes are sets. */
const textsOf = (rows: readonly object[]): string[] =>
  rows
    .map((row) =>
      JSON.stringify(
        Object.entries(row)
          .filter(([column]) => column !== 'generation')
          .map(([column, value]) => [
            column,
            column.startsWith('autres_') && Array.isArray(value)
              ? [...new Set(value as string[])].sort()
              : value,
          ])
          .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
      ),
    )
    .sort()

/** Every row that a computation has written. */
export async function readTables(db: Db): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const [name, question] of Object.entries(TABLES)) {
    const { rows } = await sql<{ row: object }>`
      with lues as materialized (${sql.raw(question)}) select to_jsonb(lues) as row from lues`.execute(
      db,
    )
    found[name] = textsOf(rows.map(({ row }) => row))
  }
  return found
}

/** The rows that a computation of all stored gifts must write, reckoned without SQL and without a line of the service. */
export async function expectedTables(db: Db): Promise<Record<string, string[]>> {
  const { rows: dons } = await sql<Don>`
    select id, order_amount, to_char(order_date, 'YYYY-MM-DD') as order_date, contact_id, codemedia_code, campaign_code,
      origincode_code, product_code
    from donations`.execute(db)
  const { rows: exclus } = await sql<{ contact_id: string }>`
    select contact_id from donateurs_exclus`.execute(db)
  const { rows: groupes } = await sql<{ contact_id: string; contact_principal: string }>`
    select contact_id, contact_principal from groupes_contacts`.execute(db)
  const { rows: cartes } = await sql<{
    contact_id: string
    zip: string | null
    dit_le: string | null
  }>`${sql.raw(CARTES)}`.execute(db)
  const { rows: reglages } = await sql<{ motif: string; depuis: string }>`
    select parametres.campagne_vfl_motif as motif, ventilation_depuis::text as depuis from parametres, faits_publies`.execute(
    db,
  )
  const [{ motif, depuis } = { motif: '', depuis: '' }] = reglages
  const principals = Object.fromEntries(
    groupes.map((one) => [one.contact_id, one.contact_principal]),
  )
  const tables = tablesOf(
    {
      dons,
      exclus: exclus.map(({ contact_id }) => contact_id),
      groupes: principals,
      codesPostaux: codesDits(cartes, principals, dons),
      motif,
      produit: '',
    },
    depuis === '-infinity' ? '' : depuis,
  )
  return Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, textsOf(rows)]))
}
