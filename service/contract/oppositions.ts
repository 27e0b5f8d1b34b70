import { z } from 'zod'
import { Nom, raison } from './actes'
import { csvEndpoint, endpoint } from './endpoint'
import { pageQuery, Pagination } from './pagination'
import { LONGEST_IDS, MOST_IDS } from './selections'
import { Instant, Jour, JourSaisi, LIGNES_AU_PLUS, Nombre } from './values'

/** What somebody objects to, that they died, or ask to be forgotten: whichever it is, no selection holds them. */
export const NATURES = ['deces', 'courrier', 'email', 'telephone', 'effacement'] as const
const NATURES_DITES =
  'Une opposition est un décès, ou porte sur le courrier, l’e\u2011mail ou le téléphone.'
export const NatureOpposition = z.enum(NATURES, NATURES_DITES)
export type NatureOpposition = z.infer<typeof NatureOpposition>

/**
 * An act: somebody said that a contact, or an address, must not be written to, or may be again (`levee`). `email` is null where
 * the act is on a contact, and where the address was erased with its person. `vaut`: it is the last word, and an opposition.
 */
export const ActeOpposition = z.object({
  numero: Nombre,
  levee: z.boolean(),
  nature: NatureOpposition,
  contact_id: z.string().nullable(),
  email: z.string().nullable(),
  jour: Jour,
  raison: z.string(),
  par: z.string(),
  ecrit_le: Instant,
  vaut: z.boolean(),
})
export type ActeOpposition = z.infer<typeof ActeOpposition>

export const OppositionsFiltres = z.object({
  etat: z.enum(['en_vigueur', 'actes'], 'L’état est en_vigueur ou actes.').default('en_vigueur'),
  nature: NatureOpposition.optional(),
})
export type OppositionsFiltres = z.output<typeof OppositionsFiltres>

/** `en_vigueur`: how many of each kind hold. */
export const Oppositions = z.object({
  en_vigueur: z.array(z.object({ nature: NatureOpposition, nombre: Nombre })).max(NATURES.length),
  actes: z.array(ActeOpposition).max(LIGNES_AU_PLUS),
  pagination: Pagination,
})
export type Oppositions = z.infer<typeof Oppositions>

export const oppositions = endpoint({
  path: '/api/donateurs/oppositions',
  summary: 'Who must not be written to, or every act that says so or takes it back, newest first',
  query: OppositionsFiltres.extend(pageQuery(20).shape),
  answer: Oppositions,
})

export const oppositionsCsv = csvEndpoint({
  path: '/api/donateurs/oppositions.csv',
  page: '/donateurs/oppositions.csv',
  journal: { code: 'oppositions', nom: 'Oppositions' },
  summary: 'All of them as CSV for French Excel, newest first',
  query: OppositionsFiltres,
})

export const acteOpposition = endpoint({
  path: '/api/donateurs/oppositions/:numero',
  summary: 'One act, and whether it still holds',
  params: z.object({ numero: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
  answer: ActeOpposition,
})

/** `texte`: numbers and e-mails, one a line or between `;`, `,` and tabs; of a file with titles, the columns of numbers and e-mails. */
export const noterOppositions = endpoint({
  method: 'POST',
  path: '/api/donateurs/oppositions',
  summary:
    'Notes that contacts or addresses must not be written to; what is already noted is not again',
  status: 201,
  body: z.object({
    texte: z
      .string()
      .max(
        LONGEST_IDS,
        `Cette liste est trop longue (${MOST_IDS / 1000}\u00A0000 lignes au plus).`,
      ),
    // That somebody asks to be forgotten is noted on their card.
    nature: NatureOpposition.exclude(['effacement'], NATURES_DITES),
    jour: JourSaisi,
    raison: raison(),
    nom: Nom,
  }),
  bodyLimit: 6 * LONGEST_IDS + 8192,
  /** `inconnus`: numbers of no card and no gift, noted all the same. */
  answer: z.object({ message: z.string(), ecrites: Nombre, inconnus: Nombre }),
})

export const leverOpposition = endpoint({
  method: 'POST',
  path: '/api/donateurs/lever-opposition',
  summary:
    'Says that a contact or an address may be written to again; 409 where no opposition holds',
  status: 201,
  body: z.object({
    numero: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
    raison: raison(),
    nom: Nom,
  }),
  answer: z.object({ message: z.string() }),
})
