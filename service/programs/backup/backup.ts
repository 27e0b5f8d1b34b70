import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import copyStreams from 'pg-copy-streams'
import { beginReading } from '../../platform/database/repartition'
import { readHead, readTete, readTetes } from './exclusion-log'
import { CONDITIONS, fileOf, listColumns, MANIFEST, type Manifest, TABLES } from './manifest'

type Saved = Manifest['tables'][number]

async function saveTable(client: pg.ClientBase, nom: Saved['nom'], folder: string): Promise<Saved> {
  const colonnes = await listColumns(client, nom)
  const columns = colonnes.map((colonne) => client.escapeIdentifier(colonne)).join(', ')
  const condition = CONDITIONS[nom] ?? 'true'
  const rows = client.query(
    copyStreams.to(`copy (select ${columns} from ${nom} where ${condition}) to stdout`),
  )
  const hash = createHash('sha256')
  const watched = new PassThrough().on('data', (chunk: Buffer) => hash.update(chunk))
  await pipeline(
    rows,
    createGzip(),
    watched,
    createWriteStream(path.join(folder, fileOf(nom)), { flush: true }),
  )
  return { nom, colonnes, lignes: rows.rowCount, sha256: hash.digest('hex') }
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'w', 0o600)
  await handle.writeFile(text)
  await handle.sync()
  await handle.close()
}

/**
 * Writes everything that cannot be recomputed into a new folder below `target`, from one snapshot, with the service
 * running. The folder gets its final name once complete; returns it. After a failure `client` may still send a table that nobody
 * reads: its owner must end the connection.
 */
export async function backup(client: pg.ClientBase, target: string, now: Date): Promise<string> {
  const folder = path.join(target, `sauvegarde-${now.toISOString().replace(/[:.]/g, '-')}`)
  const draft = `${folder}.partiel`
  await mkdir(draft, { recursive: true, mode: 0o700 })
  try {
    await beginReading(client)
    const tables: Saved[] = []
    for (const table of TABLES) tables.push(await saveTable(client, table, draft))
    const { rows } = await client.query<{ name: string }>(
      'select name from kysely_migration order by name',
    )
    const manifest: Manifest = {
      format: 1,
      faite_le: now.toISOString(),
      migrations: rows.map((row) => row.name),
      tables,
      journal: await readHead(client),
      publications: await readTete(client),
      registres: await readTetes(client),
    }
    await client.query('commit')
    await writeDurably(path.join(draft, MANIFEST), JSON.stringify(manifest, undefined, 2))
    await rename(draft, folder)
    return folder
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}
