import { type RawBuilder, sql } from 'kysely'
import type { PageQuery } from '#contract/pagination'
import type { Decision, Decisions, DecisionsFiltres } from '#contract/verification'
import { writeColonnes } from '#files/colonnes'
import { colonnesDecisions } from '#files/verification-columns'
import type { Db } from '../platform/database/connect'
import { inBatches } from '../platform/database/snapshot'
import { locatePage } from '../platform/http/page'
import { type Raison, sentences } from './phrases'

type Kept = Omit<Decision, 'connues'> & { connues: Raison[] }

/** A decision's columns as in the contract. */
export const COLONNES = sql`
  decision_id, contact_id, nature, raison, decide_par, identite,
  to_char(decide_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as decide_le,
  points, connues`

export const toDecision = ({ connues, ...decision }: Kept): Decision => ({
  ...decision,
  connues: sentences(connues, null),
})

const midnight = (jour: string, later = 0) =>
  sql`(${jour}::date + ${later}::int)::timestamp at time zone 'Europe/Paris'`

/** The filters as a `where` condition. */
function matching({ contact_id, du, au }: DecisionsFiltres): RawBuilder<unknown> {
  const asked = [
    contact_id !== undefined && sql`contact_id = ${contact_id}`,
    du !== undefined && sql`decide_le >= ${midnight(du)}`,
    au !== undefined && sql`decide_le < ${midnight(au, 1)}`,
  ].filter((condition) => condition !== false)
  return sql.join([sql`true`, ...asked], sql` and `)
}

/** Decisions on the contact, or on who counts as the same person. */
export const surPersonne = (contact_id: string) =>
  sql`contact_id = any (membres_des_groupes(array[${contact_id}]::text[]))`

/** A slice of the decisions, latest first. */
export async function listDecisions(
  db: Db,
  condition: RawBuilder<unknown>,
  { offset, limit }: { offset: number; limit: number },
): Promise<Decision[]> {
  const { rows } = await sql<Kept>`
    select ${COLONNES}
    from decisions_legitimes
    where ${condition}
    order by decisions_legitimes.decide_le desc, decision_id desc
    limit ${limit} offset ${offset}`.execute(db)
  return rows.map(toDecision)
}

/** A page of the decisions, latest first; past the end, the last page. */
export async function readDecisions(
  db: Db,
  query: DecisionsFiltres & PageQuery,
): Promise<Decisions> {
  const condition = matching(query)
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from decisions_legitimes where ${condition}`.execute(db)
  const { pagination, offset } = locatePage(query, rows[0]?.total ?? 0)
  const decisions = await listDecisions(db, condition, { offset, limit: query.limit })
  return { decisions, pagination }
}

const ROWS_AT_ONCE = 1000

/** Streams the decisions as CSV for French Excel, latest first. */
export const writeDecisions = (db: Db, filtres: DecisionsFiltres): AsyncGenerator<string> =>
  writeColonnes(
    colonnesDecisions('tous'),
    inBatches(ROWS_AT_ONCE, ({ after, limit }) => {
      const rest = after
        ? sql`
          (decisions_legitimes.decide_le, decision_id)
            < (${after.decide_le}::timestamptz, ${after.decision_id}::uuid)`
        : sql`true`
      return listDecisions(db, sql`${matching(filtres)} and ${rest}`, { offset: 0, limit })
    }),
  )

/** Whether a contact, or one that counts as the same person, is said to stand for several givers. */
export async function isCollectif(db: Db, contact_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from contacts_collectifs
    where contact_id = any (membres_des_groupes(array[${contact_id}]::text[]))`.execute(db)
  return rows.length > 0
}

/** The decision with this id, if recorded. */
export async function findDecision(db: Db, decision_id: string): Promise<Decision | undefined> {
  const [found] = await listDecisions(db, sql`decision_id = ${decision_id}`, {
    offset: 0,
    limit: 1,
  })
  return found
}
