import { createHash } from 'node:crypto'
import { csvName, toCsv } from '../tables/csv.server'
import type { Table } from '../ui/table'

/** What vouches for a report's figures. */
export interface Seal {
  /** The tables' CSV files, in hashing order. */
  files: string[]
  /** SHA-256 of these files, concatenated. */
  sha256: string
}

/** Hashes the complete CSV files of the tables: anyone can download and hash them again. */
export function sealOf(tables: Table[]): Seal {
  const hash = createHash('sha256')
  for (const table of tables) hash.update(toCsv(table))
  return { files: tables.map(csvName), sha256: hash.digest('hex') }
}
