import { createHash } from 'node:crypto'
import { csvName, toCsv } from '../tables/csv.server'
import type { Table } from '../ui/table'

/** What vouches for the figures of a report. */
export interface Seal {
  /** The CSV files of its tables, in the order in which they are hashed. */
  files: string[]
  /** SHA-256 of those files, one after the other. */
  sha256: string
}

/** Seals the tables as their files hold them, whole: anybody can download and hash these again. */
export function sealOf(tables: Table[]): Seal {
  const hash = createHash('sha256')
  for (const table of tables) hash.update(toCsv(table))
  return { files: tables.map(csvName), sha256: hash.digest('hex') }
}
