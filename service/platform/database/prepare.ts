import { type Kysely, sql } from 'kysely'
import { faultOf } from './errors'
import { migrate } from './migration/migrate'

/** Without these, a power cut could lose an acknowledged import or exclusion. */
const DURABLE = ['fsync', 'synchronous_commit'] as const

async function checkDurability<T>(db: Kysely<T>): Promise<void> {
  for (const name of DURABLE) {
    const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(
      db,
    )
    if (rows[0]?.value === 'off')
      throw new Error(
        `La base de données est réglée avec ${name}=off : des données confirmées pourraient être perdues. Réglez ${name}=on, puis relancez.`,
      )
  }
}

/** Migrates; throws an Error with one French sentence if this role may not. */
export async function migrateAsOwner<T>(db: Kysely<T>): Promise<string[]> {
  return migrate(db).catch((cause: unknown) => {
    if (faultOf(cause) !== 'forbidden') throw cause
    throw new Error(
      'La base de données n’est pas à jour, et ce rôle n’a pas le droit de la modifier : lancez « npm run migrate » avec DATABASE_OWNER_URL, puis relancez.',
      { cause },
    )
  })
}

/**
 * Checks durability settings and migrates to the latest schema. Returns the migrations applied. Throws an Error with
 * one French sentence if the database must not be used.
 */
export async function prepareDatabase<T>(db: Kysely<T>): Promise<string[]> {
  await checkDurability(db)
  return migrateAsOwner(db)
}
