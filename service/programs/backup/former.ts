import type pg from 'pg'
import type { Manifest } from './manifest'
import { VERSION_0_1_0 } from './version-0-1-0'
import { VERSION_0_2_0 } from './version-0-2-0'

export interface Target {
  /** The table that a backup's table is copied to. */
  tableFor: (nom: string) => string
  /** Moves what was copied elsewhere to its final tables. */
  finish: () => Promise<void>
}

/** Chooses the target tables of a backup, possibly from an earlier version; in a transaction. */
export async function openTarget(client: pg.ClientBase, { tables }: Manifest): Promise<Target> {
  const former = [VERSION_0_1_0, VERSION_0_2_0].filter(({ isOf }) => tables.some(isOf))
  const aside = new Set<string>()
  for (const [nom, columns] of former.flatMap((version) => Object.entries(version.tables))) {
    await client.query(`create temporary table ancien_${nom} (${columns}) on commit drop`)
    aside.add(nom)
  }
  return {
    tableFor: (nom) => (aside.has(nom) ? `ancien_${nom}` : nom),
    finish: async () => {
      for (const { finish } of former) await client.query(finish)
    },
  }
}
