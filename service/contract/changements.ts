import { z } from 'zod'
import { csvEndpoint, endpoint } from './endpoint'
import { pageQuery, Pagination } from './pagination'
import { Annee, Instant, Jour, LIGNES_AU_PLUS, Montant, Nombre } from './values'

/** A field of a stored row before and after, as text; null where it is empty. */
export const ChampChange = z.object({
  champ: z.string(),
  avant: z.string().nullable(),
  apres: z.string().nullable(),
})
export type ChampChange = z.infer<typeof ChampChange>

/** The fields of a row that differ. */
export const Champs = z.array(ChampChange).max(20)

export const SORTES_CHANGEMENT = ['ajoute', 'modifie', 'mis_a_zero'] as const

/** A gift that an import changed. `effet`: on the year asked for, 0 of what does not count, as of an excluded donor. */
export const DonChange = z.object({
  id: z.string(),
  sorte: z.enum(SORTES_CHANGEMENT),
  contact_id: z.string(),
  exclu: z.boolean(),
  jour: Jour,
  montant_avant: Montant.nullable(),
  montant_apres: Montant,
  effet: Montant,
  champs: Champs,
})
export type DonChange = z.infer<typeof DonChange>

const ChangementsQuery = z.object({ annee: Annee.optional() })

/** `gardes`: the rows are still known; else there is nothing to show. */
export const Changements = z.object({
  upload_id: z.string(),
  filename: z.string(),
  termine_le: Instant.nullable(),
  gardes: z.boolean(),
  ajoutes: Nombre,
  modifies: Nombre,
  mis_a_zero: Nombre,
  effet: Montant,
  dons: z.array(DonChange).max(LIGNES_AU_PLUS),
  pagination: Pagination,
})
export type Changements = z.infer<typeof Changements>

export const changements = endpoint({
  path: '/api/upload/changements/:upload_id',
  summary:
    'The gifts that an import changed, before and after, those that were stored already first; kept 30 days of the last ten imports',
  params: z.object({ upload_id: z.string() }),
  query: ChangementsQuery.extend(pageQuery(50).shape),
  answer: Changements,
})

export const changementsCsv = csvEndpoint({
  path: '/api/upload/changements/:id.csv',
  summary: 'The same as CSV for Excel',
  params: z.object({ id: z.string() }),
  query: ChangementsQuery,
})
