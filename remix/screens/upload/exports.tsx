import type { JournalExports } from '#contract/exports'
import { formatShortInstant, MISSING } from '#figures/format'
import { DataTable } from '../../ui/data-table'
import { Hash } from '../../ui/hash'
import type { ShownTable } from '../../ui/table'

/** The latest exports; who requested each stands under its time. */
export function ExportsJournal({ journal, table }: { journal: JournalExports; table: ShownTable }) {
  return (
    <DataTable
      table={table}
      render={{
        commence: (row) => {
          const entry = journal.exports[row]
          return (
            entry && (
              <>
                {formatShortInstant(entry.commence_le)}
                <span className="mention under">par {entry.par}</span>
              </>
            )
          )
        },
        sha256: (row) => {
          const hash = journal.exports[row]?.sha256
          return hash ? <Hash hash={hash} digits={8} /> : MISSING
        },
      }}
    />
  )
}
