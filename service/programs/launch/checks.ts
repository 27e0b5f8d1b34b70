import { createServer } from 'node:net'
import pg from 'pg'
import { notListening, type Place } from '#process/listen'
import { reasonOf } from '#process/reason'
import { reach } from '../../platform/database/session'

/** Throws an Error with one French sentence if nobody can listen there. */
export async function checkPort(place: Place): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(place.port, place.host, resolve)
  }).catch((error: unknown) => {
    throw notListening(place, error)
  })
  await new Promise((resolve) => server.close(resolve))
}

/** Throws an Error with one French sentence if the database does not answer within 5 s. */
export async function checkDatabase(url: string): Promise<void> {
  const client = new pg.Client({ ...reach(url), connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect().catch((error: unknown) => {
    const { host } = new URL(url)
    throw new Error(
      `La base de données de DATABASE_URL (${host}) ne répond pas : ${reasonOf(error) || 'connexion refusée'}.`,
    )
  })
  await client.end()
}
