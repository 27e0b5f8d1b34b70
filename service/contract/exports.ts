import { z } from 'zod'
import { csvEndpoint, endpoint } from './endpoint'
import { Instant, LIGNES_AU_PLUS, Nombre, dictionnaire } from './values'

/** What kinds of files are noted. */
export const FICHIERS = [
  'donations',
  'liste',
  'selection',
  'a_verifier',
  'doublons',
  'oppositions',
  'series',
] as const

/**
 * `parametres` are those of the address; of a text that was searched for or pasted only that there was one. A file
 * that ended whole has its rows (heading aside) and its SHA-256; one that broke off has the rows that had been sent.
 */
export const Export = z.object({
  export_id: z.string(),
  commence_le: Instant,
  termine_le: Instant.nullable(),
  fichier: z.enum(FICHIERS),
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

export const journalExportsCsv = csvEndpoint({
  path: '/api/exports/journal.csv',
  summary: 'All of them as CSV for French Excel, latest first',
})
