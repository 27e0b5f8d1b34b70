import { z } from 'zod'
import { csvEndpoint, endpoint } from './endpoint'
import { ContactId } from './exclusions'
import { Identite } from './identite'
import { pageQuery, Pagination } from './pagination'
import { ContactReconnu } from './recherche'
import { Instant, Jour, LIGNES_AU_PLUS, Montant, Nombre } from './values'

/** The rules, in the order in which people read them. */
export const CODES_DOUBLONS = [
  ...(['D1', "D1'", 'D2', 'D3', "D3'", 'D5', "D5'", 'D6', 'D7', 'D8'] as const),
  ...(['D9', 'D10', 'D11', 'D12', 'D13', 'D14', 'D15', 'D16'] as const),
] as const
export const CodeDoublon = z.enum(CODES_DOUBLONS, 'Cette règle n’existe pas.')
export type CodeDoublon = z.infer<typeof CodeDoublon>

/** Those whose proposals are next to certain; nothing is merged by itself for all that. */
export const REGLES_SURES: readonly CodeDoublon[] = ['D1', 'D2', 'D3', 'D5']

/** A card as it is compared with the others; what it gave is of its whole career. */
export const FicheDoublon = ContactReconnu.extend({
  ...Identite.shape,
  donations: Nombre,
  montant: Montant,
  premier_don: Jour.nullable(),
  dernier_don: Jour.nullable(),
})
export type FicheDoublon = z.infer<typeof FicheDoublon>

/** A larger group is proposed pair by pair. */
export const FICHES_AU_PLUS = 20

/** Contacts who may be one person; `connues` names the reasons, for who says that two are not. */
const Groupe = z.object({
  principal_propose: z.string(),
  contacts: z.array(FicheDoublon).max(FICHES_AU_PLUS),
  raisons: z.array(z.string()).max(CODES_DOUBLONS.length),
  /** What speaks against it; a group of which anything does is not sure, whatever its rules. */
  contre: z.array(z.string()).max(20),
  regles: z.array(CodeDoublon).max(CODES_DOUBLONS.length),
  sur: z.boolean(),
  montant: Montant,
  /** Donors of the base less by it. */
  effet: z.object({ donateurs: Nombre }),
  paires: z
    .array(
      z.object({
        contact_a: z.string(),
        contact_b: z.string(),
        connues: z.array(z.string()).max(CODES_DOUBLONS.length),
      }),
    )
    .max(1000),
})
export type GroupeDoublon = z.infer<typeof Groupe>

/** What a rule found: groups proposed, principals whose groups it would have proposed, pairs told apart. */
const Regle = z.object({
  code: CodeDoublon,
  libelle: z.string(),
  sure: z.boolean(),
  proposes: Nombre,
  fusionnes: Nombre,
  distincts: Nombre,
})

const Filtres = z.object({ regle: CodeDoublon.optional() })
export type DoublonsFiltres = z.infer<typeof Filtres>

/**
 * By rule, then most euros first. `total`: all that are proposed, whatever the rule asked for. `trouves_le` is null, and
 * nothing is there, before the first look; `en_retard`: cards, decisions or figures are newer.
 */
export const Doublons = z.object({
  trouves_le: Instant.nullable(),
  en_retard: z.boolean(),
  total: Nombre,
  regles: z.array(Regle).max(CODES_DOUBLONS.length),
  groupes: z.array(Groupe).max(LIGNES_AU_PLUS),
  pagination: Pagination,
})
export type Doublons = z.infer<typeof Doublons>

export const doublons = endpoint({
  path: '/api/donateurs/doublons',
  summary:
    'Contacts who may be the same person, with the reasons; past the end answers the last page',
  query: Filtres.extend(pageQuery(20).shape),
  answer: Doublons,
})

/** How many, for the row of links that leads to them. */
export const nombreDoublons = endpoint({
  path: '/api/donateurs/doublons/nombre',
  summary: 'How many groups of contacts may be the same person',
  answer: z.object({ total: Nombre }),
})

export const doublonsChoisis = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/donateurs/doublons/choisis',
  summary: 'Those of these groups that are still proposed, as they are now',
  bodyLimit: 1024 * 1024,
  body: z.object({
    groupes: z.array(z.array(ContactId).min(2).max(FICHES_AU_PLUS)).max(LIGNES_AU_PLUS),
  }),
  answer: z.object({ groupes: z.array(Groupe).max(LIGNES_AU_PLUS) }),
})

export const doublonsCsv = csvEndpoint({
  path: '/api/donateurs/doublons.csv',
  page: '/donateurs/doublons.csv',
  journal: { code: 'doublons', nom: 'Doublons possibles' },
  summary: 'The same as CSV for Excel, a row for each contact',
  query: Filtres,
})
