import type pg from 'pg'
import { DEBUT, follow, GENESIS, type Query, readEvenements } from '../exclusions/empreinte'

/** How many events the exclusion log has, and the hash of the last; 64 zeros if it is empty. */
export async function readHead(
  client: pg.ClientBase,
): Promise<{ evenements: number; empreinte: string }> {
  const { rows } = await client.query<{ numero: number; empreinte: string }>(
    'select numero, empreinte from evenements_exclusion order by numero desc limit 1',
  )
  return { evenements: rows[0]?.numero ?? 0, empreinte: rows[0]?.empreinte ?? GENESIS }
}

/** Nobody can have answered for a date yet in the base that a log is restored to. */
const EVERY = { has: () => true }

/** Whether the log, read whole in the transaction of `client`, is sound but for its dates, and ends as `head` says. */
export async function leadsTo(
  client: pg.ClientBase,
  head: { evenements: number; empreinte: string },
): Promise<boolean> {
  const query: Query = async <Row>(statement: string) =>
    (await client.query(statement)).rows as Row[]
  const { fin, anomalie } = await follow(readEvenements(query, 0), DEBUT, EVERY)
  const isSame = fin.evenements === head.evenements && fin.empreinte === head.empreinte
  return isSame && anomalie === undefined
}
