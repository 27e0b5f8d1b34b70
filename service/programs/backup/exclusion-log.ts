import type pg from 'pg'
import { DEBUT, follow, GENESIS, type Query, readEvenements } from '../../exclusions/empreinte'
import { AUCUNE, followPublications, type Tete } from '../../exclusions/publications'
import { findBrokenActe, readTetes, type Tetes } from '../../exclusions/registres'

/** Number of events in the exclusion log, and hash of the last; 64 zeros if empty. */
export async function readHead(
  client: pg.ClientBase,
): Promise<{ evenements: number; empreinte: string }> {
  const { rows } = await client.query<{ numero: number; empreinte: string }>(
    'select numero, empreinte from evenements_exclusion order by numero desc limit 1',
  )
  return { evenements: rows[0]?.numero ?? 0, empreinte: rows[0]?.empreinte ?? GENESIS }
}

/** Accepts any backward date: nobody can have endorsed one yet in the target of a restore. */
const EVERY = { has: () => true }

/** Number and hash of the last publication; 0 and 64 zeros without any. */
export async function readTete(client: pg.ClientBase): Promise<Tete> {
  const { rows } = await client.query<Tete>(
    'select numero, empreinte from publications order by numero desc limit 1',
  )
  return rows[0] ?? AUCUNE
}

export const queryOf =
  (client: pg.ClientBase): Query =>
  async <Row>(statement: string) =>
    (await client.query(statement)).rows as Row[]

/** Whether the publications, read in full in the client's transaction, are sound and end at `tete`. */
export async function publicationsLeadTo(client: pg.ClientBase, tete: Tete): Promise<boolean> {
  const { fin, anomalie } = await followPublications(queryOf(client), AUCUNE)
  const isSame = fin.numero === tete.numero && fin.empreinte === tete.empreinte
  return isSame && anomalie === undefined
}

/** Whether the acts on the registers, read in full in the client's transaction, are sound and end at `tetes`. */
export async function actesLeadTo(client: pg.ClientBase, tetes: Tetes): Promise<boolean> {
  const query = queryOf(client)
  const found = await readTetes(query)
  const isSame = Object.entries(tetes).every(
    ([table, { numero, empreinte }]) =>
      found[table]?.numero === numero && found[table].empreinte === empreinte,
  )
  return isSame && (await findBrokenActe(query, {})) === undefined
}

/** Whether the log, read in full in the client's transaction, is sound except for its dates, and ends at `head`. */
export async function leadsTo(
  client: pg.ClientBase,
  head: { evenements: number; empreinte: string },
): Promise<boolean> {
  const { fin, anomalie } = await follow(readEvenements(queryOf(client), 0), DEBUT, EVERY)
  const isSame = fin.evenements === head.evenements && fin.empreinte === head.empreinte
  return isSame && anomalie === undefined
}
