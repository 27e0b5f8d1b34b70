import { createHmac } from 'node:crypto'
import pg from 'pg'
import { reach } from './session'

/** `owner` migrates, `service` runs the service; the migrations grant their rights. */
export const ROLES = { owner: 'dons_owner', service: 'dons_service', audit: 'dons_audit' } as const

export interface Access {
  adminUrl: string
  ownerUrl: string
  url: string
}

/** Passwords are derived from the superuser's, so that none has to be stored. */
const passwordOf = (admin: URL, role: string) =>
  createHmac('sha256', decodeURIComponent(admin.password)).update(role).digest('base64url')

function addressOf(admin: URL, role: string, database: string): string {
  const address = new URL(admin)
  address.username = role
  address.password = passwordOf(admin, role)
  address.pathname = `/${database}`
  return address.href
}

/**
 * Creates the missing roles and `database` through the superuser of an embedded PostgreSQL, and returns each role's
 * URL.
 */
export async function openRoles(adminUrl: string, database: string): Promise<Access> {
  const admin = new URL(adminUrl)
  const client = new pg.Client({ ...reach(adminUrl), connectionTimeoutMillis: 10_000 })
  // Told by the query that runs; by itself it would end the program without a sentence.
  client.on('error', () => undefined)
  await client.connect()
  try {
    // Two programs that alter a role at once fail; the lock is given back when the connection ends.
    await client.query(`select pg_advisory_lock(hashtextextended('roles', 0))`)
    for (const role of Object.values(ROLES)) {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
      if (rowCount === 0) await client.query(`create role ${role}`)
      const login = role === ROLES.audit ? 'nologin' : `login password '${passwordOf(admin, role)}'`
      await client.query(`alter role ${role} ${login}`)
    }
    await client.query(`grant ${ROLES.service} to ${ROLES.owner}`)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      database,
    ])
    if (rowCount === 0)
      await client.query(
        `create database ${client.escapeIdentifier(database)} owner ${ROLES.owner}`,
      )
  } finally {
    await client.end()
  }
  const inside = new URL(adminUrl)
  inside.pathname = `/${database}`
  return {
    adminUrl: inside.href,
    ownerUrl: addressOf(admin, ROLES.owner, database),
    url: addressOf(admin, ROLES.service, database),
  }
}
