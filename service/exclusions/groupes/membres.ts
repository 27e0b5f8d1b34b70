import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'

/** The id of an event of a request: the same request has the same ones. */
export function deriveId(demande_id: string, part: string): string {
  const hex = createHash('sha256').update(`${demande_id}/${part}`).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** All who count as the same person as this contact, it included, by number. */
export async function readPersonne(tx: Db, contact_id: string): Promise<string[]> {
  const { rows } = await sql<{ contact_id: string }>`
    select contact_id
    from unnest(membres_des_groupes(array[${contact_id}])) as contact_id
    order by length(contact_id), contact_id collate "C"`.execute(tx)
  return rows.map((row) => row.contact_id)
}

/** The others who count as the same person as this contact, by number. */
export const readAutres = async (tx: Db, contact_id: string): Promise<string[]> =>
  (await readPersonne(tx, contact_id)).filter((other) => other !== contact_id)
