import { z } from 'zod'
import { donationsCsv } from './donations'
import { doublonsCsv } from './doublons'
import { type CsvEndpoint, csvEndpoint, endpoint } from './endpoint'
import { historiqueCsv } from './exclusions'
import { listeCsv } from './listes'
import { oppositionsCsv } from './oppositions'
import { remerciementsCsv } from './remerciements'
import { donneesPersonne } from './rgpd'
import { selectionCsv } from './selections'
import { seriesCsv } from './series'
import { Instant, LIGNES_AU_PLUS, Nombre, dictionnaire } from './values'
import { aVerifierCsv, decisionsCsv } from './verification'

export const journalExportsCsv = csvEndpoint({
  path: '/api/exports/journal.csv',
  page: '/upload/exports.csv',
  summary: 'All of them as CSV for French Excel, latest first',
})

/** Every list that is a file as a whole: the web app passes on those with a page, the journal notes those with donors. */
export const LISTES_CSV: readonly CsvEndpoint[] = [
  donationsCsv,
  listeCsv,
  selectionCsv,
  aVerifierCsv,
  decisionsCsv,
  doublonsCsv,
  oppositionsCsv,
  remerciementsCsv,
  donneesPersonne,
  seriesCsv,
  historiqueCsv,
  journalExportsCsv,
]

/**
 * `parametres` are those of the address; of a text that was searched for or pasted only that there was one. A file
 * that ended whole has its rows (heading aside) and its SHA-256; one that broke off has the rows that had been sent.
 */
export const Export = z.object({
  export_id: z.string(),
  commence_le: Instant,
  termine_le: Instant.nullable(),
  fichier: z.enum(LISTES_CSV.flatMap(({ journal }) => journal?.code ?? [])),
  par: z.string(),
  parametres: dictionnaire(z.string(), 100),
  statut: z.enum(['en_cours', 'complet', 'interrompu']),
  lignes: Nombre.nullable(),
  sha256: z.string().nullable(),
})
export type Export = z.infer<typeof Export>

export const JournalExports = z.object({
  exports: z.array(Export).max(LIGNES_AU_PLUS),
  total: Nombre,
})
export type JournalExports = z.infer<typeof JournalExports>

export const journalExports = endpoint({
  path: '/api/exports/journal',
  summary: 'The files of donors of the last 12 months, latest first',
  query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) }),
  answer: JournalExports,
})
