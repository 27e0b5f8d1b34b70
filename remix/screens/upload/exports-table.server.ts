import { type JournalExports, journalExportsCsv } from '#contract/exports'
import { plural } from '#figures/format'
import { COLONNES_EXPORTS } from '#files/exports-columns'
import { listDownload, shownOf } from '../../tables/list.server'
import type { ShownTable } from '../../ui/table'

/** The latest exports. The journal's file, served by the service, has all of them. */
export const journalDesExports = ({ exports: rows, total }: JournalExports): ShownTable => ({
  name: 'journal-des-exports',
  title: 'Journal des exports',
  ...shownOf(COLONNES_EXPORTS, rows),
  download: listDownload(
    {
      href: journalExportsCsv.page,
      query: {},
      what: `${plural(total, 'export')} des 12 derniers mois`,
    },
    { colonnes: COLONNES_EXPORTS, rows, total },
  ),
})
