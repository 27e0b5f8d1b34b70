import { z } from 'zod'
import { csvEndpoint, endpoint } from './endpoint'
import { MOTS, mot } from './mots'
import { pageQuery, Pagination } from './pagination'
import { Rythme } from './reguliers'
import { Jour, LIGNES_AU_PLUS, Montant, Nombre } from './values'

const Mois = z.coerce
  .number('La durée est un nombre de mois.')
  .int('La durée est un nombre entier de mois.')
  .min(0, 'La durée va de 0 à 9999 mois.')
  .max(9999, 'La durée va de 0 à 9999 mois.')

/** What narrows the list: series of so many months or more; those that stopped in that month; those of a pace. */
export const SeriesFiltres = z.object({
  suivies: Mois.optional().register(MOTS, mot('mois, au moins')),
  arretees: Mois.optional().register(MOTS, mot('arrêtées au mois')),
  rythme: Rythme.optional(),
})
export type SeriesFiltres = z.infer<typeof SeriesFiltres>

/**
 * A series of four gifts or more of a donor who counts. `montant` is that of its last gift, `total` of all of them. `mois` are the
 * months from its first gift to its stop (`arret`, null of one still active at the horizon), or to the horizon.
 */
export const Serie = z.object({
  contact_id: z.string(),
  firstname: z.string().nullable(),
  lastname: z.string().nullable(),
  rythme: Rythme,
  montant: Montant,
  donations: Nombre,
  total: Montant,
  premier: Jour,
  connue_le: Jour,
  dernier: Jour,
  mois: Nombre,
  arret: Jour.nullable(),
})
export type Serie = z.infer<typeof Serie>

export const Series = z.object({
  horizon: Jour.nullable(),
  series: z.array(Serie).max(LIGNES_AU_PLUS),
  pagination: Pagination,
})
export type Series = z.infer<typeof Series>

export const series = endpoint({
  path: '/api/donateurs/reguliers/series',
  summary:
    'The series of gifts that regular givers are known by, longest first, page by page; past the end answers the last page',
  query: SeriesFiltres.extend(pageQuery(50).shape),
  answer: Series,
})

export const seriesCsv = csvEndpoint({
  path: '/api/donateurs/reguliers/series.csv',
  page: '/donateurs/reguliers/series.csv',
  journal: { code: 'series', nom: 'Séries de dons' },
  summary: 'All of them as CSV for Excel',
  query: SeriesFiltres,
})
