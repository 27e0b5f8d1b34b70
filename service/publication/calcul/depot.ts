import { once } from 'node:events'
import type pg from 'pg'
import { type CopyStreamQuery, from } from 'pg-copy-streams'
import { COLONNES } from './lignes'
import type { Morceau } from './passe'

/** Where rows go; those of a table that is not named go nowhere. */
export type Tables = Partial<Record<Morceau['table'], string>>

/** COPYs into tables, one after the other, on one connection; `refus` is told the server's error about any of them. */
function ouvrir(client: pg.ClientBase, refus: AbortController) {
  const refuse = once(refus.signal, 'abort').then(() => refus.signal.throwIfAborted())
  refuse.catch(() => undefined)
  let stream: CopyStreamQuery | undefined
  const attendre = (begin: (done: (error?: Error | null) => void) => void) =>
    Promise.race([
      refuse,
      new Promise<void>((resolve, reject) => begin((error) => (error ? reject(error) : resolve()))),
    ])
  return {
    commencer: (statement: string) => {
      stream = client.query(from(statement))
      stream.on('error', (error) => refus.abort(error))
    },
    ecrire: (octets: Buffer) => attendre((done) => void stream?.write(octets, done)),
    finir: () => attendre((done) => void stream?.end(done)),
    /** Else the connection would wait for rows. */
    abandonner: () => void (refus.signal.aborted || stream?.destroy()),
  }
}

/**
 * Writes rows, which come table by table; whoever makes them hears from `refus` where the server takes no more. Who makes them
 * on another connection has that of the facts wait for them, however long it takes: an idle transaction is ended.
 */
export async function deposer(
  client: pg.ClientBase,
  tables: Tables,
  morceaux: AsyncIterable<Morceau>,
  refus = new AbortController(),
  ailleurs = false,
): Promise<void> {
  const copie = ouvrir(client, refus)
  let ouverte: Morceau['table'] | undefined
  const fermer = async () => ouverte && copie.finir()
  const ouvrirTable = (table: Morceau['table']) => {
    ouverte = table
    copie.commencer(`copy ${tables[table]} (${COLONNES[table]}) from stdin`)
  }
  try {
    if (ailleurs) ouvrirTable('faits')
    for await (const { table, octets } of morceaux) {
      if (!tables[table]) continue
      if (table !== ouverte) {
        await fermer()
        ouvrirTable(table)
      }
      await copie.ecrire(octets)
    }
    await fermer()
  } catch (error) {
    copie.abandonner()
    throw refus.signal.aborted ? refus.signal.reason : error
  }
}
