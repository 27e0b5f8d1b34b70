import { z } from 'zod'
import { Nom } from './actes'
import { csvEndpoint, endpoint } from './endpoint'
import { pageQuery, Pagination } from './pagination'
import { Code, Instant, Jour, JourSaisi, LIGNES_AU_PLUS, Nombre } from './values'

/**
 * An act: somebody thanked a contact on a day, or takes back that they did (`reprend` is the number of that act, which has
 * the day). `vaut`: it is a thank-you that nobody took back. `nom` is that of the contact's card now.
 */
export const Remerciement = z.object({
  numero: Nombre,
  contact_id: z.string(),
  nom: z.string().nullable(),
  jour: Jour.nullable(),
  reprend: Nombre.nullable(),
  par: z.string(),
  ecrit_le: Instant,
  vaut: z.boolean(),
})
export type Remerciement = z.infer<typeof Remerciement>

export const RemerciementsFiltres = z.object({
  etat: z.enum(['en_vigueur', 'actes'], 'L’état est en_vigueur ou actes.').default('en_vigueur'),
})
export type RemerciementsFiltres = z.output<typeof RemerciementsFiltres>

export const Remerciements = z.object({
  actes: z.array(Remerciement).max(LIGNES_AU_PLUS),
  pagination: Pagination,
})
export type Remerciements = z.infer<typeof Remerciements>

export const remerciements = endpoint({
  path: '/api/donateurs/remerciements',
  summary: 'Who was thanked, or every act that says so or takes it back, newest first',
  query: RemerciementsFiltres.extend(pageQuery(20).shape),
  answer: Remerciements,
})

export const remerciementsCsv = csvEndpoint({
  path: '/api/donateurs/remerciements.csv',
  page: '/donateurs/remerciements.csv',
  journal: { code: 'remerciements', nom: 'Remerciements' },
  summary: 'All of them as CSV for French Excel, newest first',
  query: RemerciementsFiltres,
})

const Numero = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

export const remerciement = endpoint({
  path: '/api/donateurs/remerciements/:numero',
  summary: 'One act, and whether it still holds',
  params: z.object({ numero: Numero }),
  answer: Remerciement,
})

/** So many are thanked at once, at most: more than a page of a list has. */
export const REMERCIES_AU_PLUS = 1000

export const remercier = endpoint({
  method: 'POST',
  path: '/api/donateurs/remerciements',
  summary: 'Notes that contacts were thanked on a day; who was noted for it already is not again',
  status: 201,
  body: z.object({
    contacts: z
      .array(Code.min(1))
      .min(1, 'Cochez au moins un donateur.')
      .max(REMERCIES_AU_PLUS, `${REMERCIES_AU_PLUS} donateurs au plus se notent à la fois.`),
    jour: JourSaisi,
    nom: Nom,
  }),
  bodyLimit: 512 * 1024,
  answer: z.object({ message: z.string(), ecrits: Nombre }),
})

export const reprendreRemerciement = endpoint({
  method: 'POST',
  path: '/api/donateurs/reprendre-remerciement',
  summary: 'Takes a thank-you back; 409 where it does not hold any more',
  status: 201,
  body: z.object({ numero: Numero, nom: Nom }),
  answer: z.object({ message: z.string() }),
})
