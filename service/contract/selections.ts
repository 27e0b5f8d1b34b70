import { z } from 'zod'
import { csvEndpoint, endpoint } from './endpoint'
import { ListeQuery } from './listes'
import { drapeau, MOTS, mot } from './mots'
import { JourSaisi, Nombre } from './values'

/** What takes donors out of a selection, in the order in which it does. */
export const REPOUSSOIRS = [
  'oppositions',
  'exclus',
  'a_verifier',
  'recents',
  'societes',
  'sans_email',
  'sans_code_postal',
  'meme_email',
  'ids',
] as const
export type Repoussoir = (typeof REPOUSSOIRS)[number]

export const LONGEST_IDS = 800_000
export const MOST_IDS = 100_000

/** Ids that somebody pasted: one a line, or between `;`, `,` and tabs; quotes around them and blanks do not count. */
export const readIds = (text: string): string[] => [
  ...new Set(
    text
      .replaceAll('\0', '')
      .replace(/^\uFEFF/, '')
      .split(/[\r\n;,\t]+/)
      .map((id) =>
        id
          .trim()
          .replace(/^(["'])(.*)\1$/, '$2')
          .trim(),
      )
      .filter((id) => id !== '' && id.length <= 200 && !/\p{Surrogate}/u.test(id)),
  ),
]

const Ids = z
  .string()
  .max(LONGEST_IDS, 'Ces identifiants sont trop nombreux (100 000 au plus).')
  .default('')
  .transform(readIds)
  .refine((ids) => ids.length <= MOST_IDS, 'Ces identifiants sont trop nombreux (100 000 au plus).')

/** Which of the repoussoirs are ticked; `oppositions` and `exclus` always are, `recents` by its day, `ids` by their text. */
export const Repousses = z.object({
  a_verifier: z.boolean().default(false).register(MOTS, drapeau('sans donateurs à vérifier')),
  depuis: JourSaisi.optional(),
  societes: z.boolean().default(false).register(MOTS, drapeau('sans sociétés')),
  sans_email: z.boolean().default(false).register(MOTS, drapeau('sans ceux sans e-mail')),
  sans_code_postal: z
    .boolean()
    .default(false)
    .register(MOTS, drapeau('sans ceux sans code postal')),
  meme_email: z.boolean().default(false).register(MOTS, drapeau('un seul par e-mail')),
  ids: Ids,
})
export type Repousses = z.output<typeof Repousses>

/**
 * `donateurs` of a ticked repoussoir: how many it removes of those that the ones before it left; of another, how many
 * it would remove there. The list less what the ticked ones remove is `lignes`. `ids_lus`: ids that were given,
 * `ids_absents`: those of them that the list does not have.
 */
export const Selection = z.object({
  titre: z.string(),
  definition: z.string(),
  liste: Nombre,
  repoussoirs: z
    .array(z.object({ code: z.enum(REPOUSSOIRS), actif: z.boolean(), donateurs: Nombre }))
    .max(REPOUSSOIRS.length),
  ids_lus: Nombre,
  ids_absents: Nombre,
  lignes: Nombre,
})
export type Selection = z.infer<typeof Selection>

/** Text of ids as JSON, where every character may be an escape. */
const bodyLimit = 6 * LONGEST_IDS

export const selection = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/donateurs/selection',
  summary: 'How many donors of a list a selection keeps, and what takes the others out',
  query: ListeQuery,
  body: Repousses,
  bodyLimit,
  answer: Selection,
})

export const selectionCsv = csvEndpoint({
  path: '/api/donateurs/selection.csv',
  journal: {
    code: 'selection',
    nom: 'Sélection',
    autres: { ids_retires: Nombre.clone().register(MOTS, mot('identifiants retirés')) },
  },
  summary: 'The donors that a selection keeps, as CSV for a mailing house or a CRM',
  query: ListeQuery,
  body: Repousses,
  bodyLimit,
})
