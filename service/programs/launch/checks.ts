import { createServer } from 'node:net'
import pg from 'pg'
import { reasonOf } from '#process/reason'
import { reach } from '../../platform/database/session'

/** Throws an Error with one French sentence if `host:port` cannot be listened on; `name` is its setting. */
export async function checkPort(name: string, host: string, port: number): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  }).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(
      code === 'EADDRINUSE'
        ? `Le port ${port} est déjà pris : arrêtez le programme qui l’occupe, ou choisissez-en un autre avec ${name}=…`
        : `Impossible d’écouter sur ${host}:${port} (${code ?? reasonOf(error)}) : vérifiez ${code === 'ENOTFOUND' ? 'HOST' : name}.`,
    )
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
