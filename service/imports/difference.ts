import { type RawBuilder, sql } from 'kysely'
import type { TypeFichier } from '#contract/imports.ts'
import type { Db } from '../database/connect'
import { type Depot, KEY } from './staging'

/** Whose rows are compared, and in which columns; a column that the file lacks keeps what is stored. */
export interface Comparison {
  type: TypeFichier
  depot: Depot
  columns: string[]
}

export interface Repeats {
  doublons: number
  /** Sum of the amounts that a later line of the file replaced. */
  centimes: number
}

const refs = (columns: string[], table?: string) =>
  sql.join(columns.map((name) => sql.ref(table ? `${table}.${name}` : name)))

const assignments = (columns: string[], from: string) =>
  sql.join(columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`${from}.${name}`)}`))

/** Cents of a table's amounts; donors have none. */
const cents = (type: TypeFichier, from: RawBuilder<unknown>) =>
  type === 'donations' ? sql`(select coalesce(sum(order_amount), 0) * 100 from ${from})` : sql`0`

/**
 * Gives every repeated key its last row of the file, among the short ones too where they are completed.
 * The rows that stood there for the first time come before all that repeat their key.
 */
export async function settleRepeats(
  tx: Db,
  { type, depot, columns }: Comparison,
  isCompleted: boolean,
): Promise<Repeats> {
  const key = sql.ref(KEY[type])
  const { lignes, reprises, gagnantes } = depot
  const concerned = sql`select * from ${reprises} where ${isCompleted} or not courte`
  await sql`
    create unlogged table ${gagnantes} as
    select distinct on (${key}) *
    from (${concerned}) as concernees
    order by ${key}, ligne desc
  `.execute(tx)
  await sql`analyze ${gagnantes}`.execute(tx)
  const replaced = sql`${lignes} as remplacees where exists (select from ${gagnantes} as g where g.${key} = remplacees.${key})`
  const counted = await sql<{
    repetees: number
    remplacees: number
    gagnantes: number
    centimes: number
  }>`
    select
      (select count(*) from (${concerned}) as concernees) as repetees,
      (select count(*) from ${gagnantes}) as gagnantes,
      (select count(*) from ${replaced}) as remplacees,
      ${cents(type, sql`(${concerned}) as concernees`)} + ${cents(type, replaced)} - ${cents(type, gagnantes)} as centimes
  `.execute(tx)
  const others = columns.filter((name) => name !== KEY[type])
  if (others.length > 0)
    await sql`
      update ${lignes} as l
      set ${assignments(others, 'g')}
      from ${gagnantes} as g
      where l.${key} = g.${key}
    `.execute(tx)
  await sql`
    insert into ${lignes} (${refs(columns)})
    select ${refs(columns, 'g')}
    from ${gagnantes} as g
    where not exists (select from ${lignes} as l where l.${key} = g.${key})
  `.execute(tx)
  await sql`drop table ${gagnantes}`.execute(tx)
  const count = counted.rows[0]
  if (!count) throw new Error('a count answers one row')
  return { doublons: count.repetees + count.remplacees - count.gagnantes, centimes: count.centimes }
}

/** The rows that are not stored yet, or stored otherwise. */
export function differing({ type, depot, columns }: Comparison): RawBuilder<unknown> {
  const key = sql.ref(KEY[type])
  const others = columns.filter((name) => name !== KEY[type])
  const isOther =
    others.length > 0
      ? sql`(${refs(others, 's')}) is distinct from (${refs(others, 't')})`
      : sql`false`
  return sql`
    select s.${key}, t.${key} is null as nouveau
    from ${depot.lignes} as s
    left join ${sql.table(type)} as t on t.${key} = s.${key}
    where t.${key} is null or ${isOther}
  `
}

export interface Changes {
  nouveaux: number
  modifies: number
}

/** How many rows of the depot would be new or changed; nothing is written. */
export async function countChanges(tx: Db, comparison: Comparison): Promise<Changes> {
  const { rows } = await sql<Changes>`
    select count(*) filter (where nouveau) as nouveaux, count(*) filter (where not nouveau) as modifies
    from (${differing(comparison)}) as differentes
  `.execute(tx)
  return rows[0] ?? { nouveaux: 0, modifies: 0 }
}

/** Writes the new and changed rows into the table; answers the cents that the table has of the file afterwards. */
export async function applyChanges(
  tx: Db,
  comparison: Comparison,
  progress: (step: string, written: number, total: number) => Promise<void>,
): Promise<Changes & { centimes: number }> {
  const { type, depot, columns } = comparison
  const key = sql.ref(KEY[type])
  const target = sql.table(type)
  const others = columns.filter((name) => name !== KEY[type])
  await sql`create unlogged table ${depot.ecarts} as ${differing(comparison)}`.execute(tx)
  await sql`analyze ${depot.ecarts}`.execute(tx)
  const amount = type === 'donations' ? sql`order_amount` : sql`0`
  const counted = await sql<Changes & { centimes: number }>`
    select
      count(*) filter (where nouveau) as nouveaux,
      count(*) filter (where not nouveau) as modifies,
      ${cents(type, depot.lignes)}
        - coalesce(sum(${amount}), 0) * 100 as centimes
    from ${depot.ecarts}
    ${type === 'donations' ? sql`join ${depot.lignes} using (${key})` : sql``}
  `.execute(tx)
  const changes = counted.rows[0]
  if (!changes) throw new Error('a count answers one row')
  const total = changes.nouveaux + changes.modifies
  let centimes = changes.centimes
  const write = async (statement: RawBuilder<unknown>) => {
    const { rows } = await sql<{ lignes: number; centimes: number }>`
      with ecrites as (${statement} returning ${type === 'donations' ? sql`t.order_amount` : sql`0`} as montant)
      select count(*) as lignes, coalesce(sum(montant), 0) * 100 as centimes from ecrites
    `.execute(tx)
    centimes += rows[0]?.centimes ?? 0
    return rows[0]?.lignes ?? 0
  }
  if (changes.modifies > 0) {
    await progress('Mise à jour des lignes modifiées', 0, total)
    const written = await write(sql`
      update ${target} as t
      set ${assignments(others, 's')}
      from ${depot.ecarts} as e
      join ${depot.lignes} as s using (${key})
      where not e.nouveau and t.${key} = e.${key}
    `)
    if (written !== changes.modifies) throw new Error('not every changed row was updated')
  }
  if (changes.nouveaux > 0) {
    await progress('Enregistrement des nouvelles lignes', changes.modifies, total)
    const written = await write(sql`
      insert into ${target} as t (${refs(columns)})
      select ${refs(columns, 's')}
      from ${depot.ecarts} as e
      join ${depot.lignes} as s using (${key})
      where e.nouveau
    `)
    if (written !== changes.nouveaux) throw new Error('not every new row was inserted')
  }
  await sql`drop table ${depot.ecarts}`.execute(tx)
  return { nouveaux: changes.nouveaux, modifies: changes.modifies, centimes }
}
