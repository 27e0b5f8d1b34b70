import { z } from 'zod'
import { csvEndpoint, endpoint } from './endpoint'
import { pageQuery, Pagination } from './pagination'
import { ContactTrouve } from './recherche'
import { Instant, Jour, Montant, Nombre } from './values'

/** The rules, in the order in which people read them. */
export const CODES_REGLES = [
  'T1',
  'T2',
  'T3',
  'M1',
  'M2',
  'B1',
  'B2',
  'B3',
  'C1',
  'C2',
  'C3',
] as const
export const CodeRegle = z.enum(CODES_REGLES, 'Cette règle n’existe pas.')
export type CodeRegle = z.infer<typeof CodeRegle>

/** A rule with the donors whom it names and who have enough points; `exclus` of them were excluded meanwhile. */
const Regle = z.object({
  code: CodeRegle,
  libelle: z.string(),
  points: z.string(),
  signales: Nombre,
  a_verifier: Nombre,
  montant: Montant,
  exclus: Nombre,
})

/** `raisons` are sentences, the weightiest first; `montant` and `donations` are those of the whole career. */
const DonateurAVerifier = ContactTrouve.pick({
  contact_id: true,
  firstname: true,
  lastname: true,
  is_company: true,
  city: true,
  zip: true,
  email: true,
  phone: true,
}).extend({
  points: Nombre,
  raisons: z.array(z.string()),
  donations: Nombre,
  montant: Montant,
  premier_don: Jour,
  dernier_don: Jour,
})
export type DonateurAVerifier = z.infer<typeof DonateurAVerifier>

/** `trouves_le` is null, and nothing is there, before the first look; `en_retard`: figures or contacts are newer. */
export const AVerifier = z.object({
  trouves_le: Instant.nullable(),
  en_retard: z.boolean(),
  points_min: Nombre,
  total: Nombre,
  montant: Montant,
  regles: z.array(Regle),
  donateurs: z.array(DonateurAVerifier),
  pagination: Pagination,
})
export type AVerifier = z.infer<typeof AVerifier>

const Filtres = z.object({ regle: CodeRegle.optional() })
export type VerificationFiltres = z.infer<typeof Filtres>

export const aVerifier = endpoint({
  path: '/api/donateurs/a-verifier',
  summary:
    'Donors who may be fakes, with the reasons, largest amount first; past the end answers the last page',
  query: Filtres.extend(pageQuery(20).shape),
  answer: AVerifier,
})

export const aVerifierCsv = csvEndpoint({
  path: '/api/donateurs/a-verifier.csv',
  summary: 'All donors to be looked at as CSV for Excel',
  query: Filtres,
})
