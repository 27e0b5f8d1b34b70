import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { FIGURES } from '../../platform/database/stamp'
import { comparer, type Ecart } from './comparer'

/** Maximum donors recounted per step. */
const DONORS = 2_000

/** At most so many of the donors whom a publication changed are recounted right after it. */
const CHANGED = 10_000

/** Approximate number of gifts read per step; a donor is never split. */
const GIFTS = 20_000

/** All gifts are read within this many steps, however many there are. */
const STEPS = 2_000

/** A donor, and about how many gifts they made. */
interface Donor {
  contact_id: string
  dons: number
}

/** The figures include every import, decision and the VFL pattern, and no refresh is running. */
const IS_SETTLED = sql`(
  select possibles and derniers.campagne_vfl_motif = parametres.campagne_vfl_motif
  from controles_possibles, derniers_chiffres as derniers, parametres
)`

const PUBLISHED = sql`generation = (select generation from faits_publies)`

/** Identifies the state of data and published facts; undefined while a comparison would mix two. */
async function readMoment(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ moment: string; settled: boolean }>`
    select concat_ws('/', ${FIGURES}) as moment, ${IS_SETTLED} as settled`.execute(db)
  const [row] = rows
  return row?.settled ? row.moment : undefined
}

/**
 * Runs `work` on one state of data and facts; undefined if there is none, or if it changed meanwhile: several servers
 * share no snapshot.
 */
async function inOneMoment<Found>(
  db: Db,
  work: (tx: Db) => Promise<Found>,
): Promise<Found | undefined> {
  const found = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      // Before the first query, as in a refresh: no partition may be swapped in meanwhile.
      await sql`lock table donations in access share mode`.execute(tx)
      const moment = await readMoment(tx)
      if (moment === undefined) return undefined
      await sql`set local statement_timeout = '5min'`.execute(tx)
      return { moment, result: await work(tx) }
    })
  return found && found.moment === (await readMoment(db)) ? found.result : undefined
}

const compare = async (db: Db, contacts: string[]): Promise<Ecart[] | undefined> =>
  contacts.length === 0 ? [] : inOneMoment(db, (tx) => comparer(tx, contacts))

/** Leading donors that fit the budget, at least one. */
function within(donors: Donor[], budget: number): string[] {
  let dons = 0
  return donors
    .filter((donor, at) => {
      dons += Math.max(1, donor.dons)
      return at === 0 || dons <= budget
    })
    .map(({ contact_id }) => contact_id)
}

async function readBudget(db: Db): Promise<number> {
  const { dons } = onlyRow(
    await sql<{
      dons: number
    }>`select coalesce(sum(nombre), 0) as dons from dons_par_mois`.execute(db),
  )
  return Math.max(GIFTS, Math.ceil(dons / STEPS))
}

/** Recounts these donors; reports only discrepancies found twice. Returns how many, undefined if it could not. */
async function recount(db: Db, contacts: string[]): Promise<number | undefined> {
  const first = await compare(db, contacts)
  if (!first) return undefined
  const suspects = [...new Set(first.map(({ contact_id }) => contact_id))]
  const found = await compare(db, suspects)
  if (!found) return undefined
  await sql`delete from faits_en_ecart where contact_id = any (${contacts})`.execute(db)
  await noteEcarts(db, found)
  return contacts.length
}

const noteEcarts = (db: Db, ecarts: Ecart[]) =>
  sql`
    insert into faits_en_ecart
    select * from unnest(
      ${ecarts.map(({ contact_id }) => contact_id)}::text[],
      ${ecarts.map(({ annee }) => annee)}::smallint[],
      ${ecarts.map(({ colonnes }) => colonnes)}::text[]
    )
    on conflict (contact_id, annee) do update set colonnes = excluded.colonnes`.execute(db)

/** Recounts a random sample of donors, and those who differed last time. */
export async function recountSome(db: Db): Promise<void> {
  const { rows: known } = await sql<{ contact_id: string }>`
    select distinct contact_id from faits_en_ecart limit ${sql.lit(DONORS)}`.execute(db)
  await recount(
    db,
    known.map(({ contact_id }) => contact_id),
  )
  const donors = await inOneMoment(db, async (tx) => {
    const { rows } = await sql<Donor>`
      with parts as (
        select greatest(1, (lignes_des_faits(generation) / ${sql.lit(DONORS)})::integer) as nombre from faits_publies
      ),
      part as materialized (
        select nombre, floor(random() * nombre)::integer as rang from parts
      )
      select contact_id, max(cumul_nombre) as dons
      from faits_donateurs
      where ${PUBLISHED}
        and poids_contact(contact_id) % (select nombre from part) = (select rang from part)
      group by contact_id
      limit ${sql.lit(DONORS)}`.execute(tx)
    return rows
  })
  if (donors) await keepCount(db, await recount(db, within(donors, await readBudget(db))))
}

/** Recounts the donors whom the latest publication changed: their gifts, or whether they count; the scan has the rest. */
export async function recountChanged(db: Db): Promise<void> {
  const { rows } = await sql<{ contact_id: string }>`
    select contact_id
    from journal_dons
    where version <= (select donations_version from faits_publies)
    union
    select contact_id
    from evenements_exclusion
    where numero > coalesce((select evenement from publications order by numero desc offset 1 limit 1), 0)
    limit ${sql.lit(CHANGED)}`.execute(db)
  const contacts = rows.map(({ contact_id }) => contact_id)
  for (let at = 0; at < contacts.length; at += DONORS)
    if ((await recount(db, contacts.slice(at, at + DONORS))) === undefined) return
}

const keepCount = async (db: Db, compared: number | undefined) => {
  if (compared)
    await sql`
      update parcours_faits set compares = greatest(compares, ${compared})`.execute(db)
}

/**
 * Advances the scan: recounts the next donors with published facts, and looks for missing facts of the next gifts.
 * Steps are bounded; a full scan takes within a day, then starts over.
 */
export async function recountNext(db: Db): Promise<void> {
  const budget = await readBudget(db)
  await recountFacts(db, budget)
  await findMissing(db, budget)
}

async function recountFacts(db: Db, budget: number): Promise<void> {
  const donors = await inOneMoment(db, async (tx) => {
    const { rows } = await sql<Donor>`
      select contact_id, max(cumul_nombre) as dons
      from faits_donateurs
      where ${PUBLISHED} and contact_id > (select contact_id from parcours_faits) collate "C"
      group by contact_id
      order by contact_id
      limit ${sql.lit(DONORS)}`.execute(tx)
    return rows
  })
  if (!donors) return
  if (donors.length === 0) {
    await sql`
      update parcours_faits
      set contact_id = '', compares_avant = compares, compares = 0, tour_acheve_le = clock_timestamp()
      where contact_id <> ''`.execute(db)
    return
  }
  const contacts = within(donors, budget)
  const compared = await recount(db, contacts)
  if (compared === undefined) return
  await sql`
    update parcours_faits set contact_id = ${contacts.at(-1)}, compares = compares + ${compared}`.execute(
    db,
  )
}

interface Seen {
  contacts: string[]
  last: string | null
}

/** Walks the gifts to find donors whose facts are missing. */
async function findMissing(db: Db, budget: number): Promise<void> {
  const seen = await inOneMoment(db, async (tx) => {
    const { rows } = await sql<{ id: string; contact_id: string }>`
      select id, contact_id
      from donations
      where id > (select don_id from parcours_faits)
      order by id
      limit ${sql.lit(budget)}`.execute(tx)
    const contacts = [...new Set(rows.map(({ contact_id }) => contact_id))]
    const { rows: known } = await sql<{ contact_id: string }>`
      select distinct contact_id from faits_donateurs
      where ${PUBLISHED} and contact_id = any (${contacts})`.execute(tx)
    const there = new Set(known.map(({ contact_id }) => contact_id))
    const missing: Seen = {
      contacts: contacts.filter((contact) => !there.has(contact)),
      last: rows.at(-1)?.id ?? null,
    }
    return missing
  })
  if (!seen) return
  for (let at = 0; at < seen.contacts.length; at += DONORS)
    if ((await recount(db, seen.contacts.slice(at, at + DONORS))) === undefined) return
  await sql`update parcours_faits set don_id = ${seen.last ?? ''}`.execute(db)
}
