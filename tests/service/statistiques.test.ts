import { sql } from 'kysely'
import { expect } from 'vitest'
import { keepStatistics } from '../../service/platform/database/statistics'
import { don, insertDons } from '../support/dons'
import { startService, testOnOneServer } from '../support/service'

const { database } = await startService()
const { db } = database

/** So many cards and gifts more, of numbers from `first` on. */
async function add(first: number, count: number): Promise<void> {
  await sql`
    insert into donateurs (contact_id, lastname)
    select 'S' || n, 'Nom ' || n from generate_series(${first}::int, ${first + count - 1}::int) as n`.execute(
    db,
  )
  await insertDons(
    db,
    Array.from({ length: count }, (_, at) =>
      don({ id: `S${first + at}`, contact_id: `S${first + at}` }),
    ),
  )
}

/** What the planner takes each table for. */
async function believed(): Promise<Record<string, number>> {
  await keepStatistics(db)
  const { rows } = await sql<{ relname: string; reltuples: number }>`
    select relname, reltuples from pg_class
    where oid in ('donateurs'::regclass, 'donations'::regclass, 'partitions.donations_1'::regclass)`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ relname, reltuples }) => [relname, reltuples]))
}

const of = (count: number) => ({ donateurs: count, donations: count, donations_1: count })

testOnOneServer(
  'une table se compte quand elle a grandi, avec ses parts ; pas pour peu',
  async () => {
    await add(1, 3_000)
    expect(await believed()).toEqual(of(3_000))
    await add(3_001, 20)
    expect(await believed()).toEqual(of(3_000))
    await add(3_021, 2_000)
    expect(await believed()).toEqual(of(5_020))
    // As autovacuum does, who looks at the parts alone.
    await add(5_021, 2_000)
    await sql`analyze partitions.donations_1`.execute(db)
    expect(await believed()).toEqual(of(7_020))
  },
)
