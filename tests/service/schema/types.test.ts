import { afterAll, describe, expect, test } from 'vitest'
import { type Column, readTypes } from '../../support/schema-types'
import { createDatabase } from '../../support/service'

/** What the driver returns for each type of PostgreSQL that the schema uses. */
const DRIVER: Record<string, string> = {
  _date: 'json',
  _int2: 'json',
  _numeric: 'json',
  _text: 'json',
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  json: 'json',
  jsonb: 'json',
  numeric: 'number',
  text: 'string',
  timestamptz: 'Date',
  tsvector: 'string',
  uuid: 'string',
}

const database = await createDatabase()
afterAll(() => database.drop())

/** The columns of every table and view, those of the bookkeeping of migrations aside. */
const { rows } = await database.pool.query<{
  relation: string
  isView: boolean
  name: string
  type: string
  isNullable: boolean
}>(`
  select relname as relation, relkind in ('v', 'm') as "isView", attname as name, typname as type,
    not attnotnull as "isNullable"
  from pg_attribute
  join pg_class on pg_class.oid = attrelid
  join pg_type on pg_type.oid = atttypid
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
    and attnum > 0 and not attisdropped
  order by relname, attnum`)

const types = readTypes()

describe('Les types du schéma', () => {
  test.each([...types])('%s a les colonnes de la base', (relation, columns) => {
    const stored = rows.filter((row) => row.relation === relation)
    expect([...columns.keys()].sort()).toEqual(stored.map(({ name }) => name).sort())
    for (const { name, type, isView, isNullable } of stored) {
      const told = columns.get(name) as Column
      expect({ name, type: told.type }).toEqual({ name, type: DRIVER[type] ?? type })
      // PostgreSQL does not know of a view's columns whether they may be null.
      if (!isView) expect({ name, isNullable: told.isNullable }).toEqual({ name, isNullable })
    }
  })
})

/** What names a contact, in tables, partitions and views. */
const CONTACTS = [
  'contact_id',
  'contact_brut',
  'contact_principal',
  'contact_a',
  'contact_b',
  'autre_id',
]

test('les numéros de contacts se comparent octet par octet, partout', async () => {
  const { rows: columns } = await database.pool.query<{ column: string; collation: string }>(
    `select format('%s.%s', attrelid::regclass, attname) as column, collname as collation
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    join pg_collation on pg_collation.oid = attcollation
    where relnamespace in ('public'::regnamespace, 'partitions'::regnamespace) and relkind in ('r', 'p', 'v', 'm')
      and attname = any ($1)`,
    [CONTACTS],
  )
  expect(columns.length).toBeGreaterThan(50)
  expect(columns.filter(({ collation }) => collation !== 'C')).toEqual([])
})
