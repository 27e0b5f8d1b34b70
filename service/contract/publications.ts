import { z } from 'zod'
import { endpoint } from './endpoint'
import { Annee, Code, Instant, Nombre } from './values'

/**
 * The figures whose history is kept: those of the dashboard; of regular givers who began, who ceased, who could have
 * (`suivis`: active when the year began, or begun in it) and their euros; and a campaign's.
 */
const CHIFFRES_CLES = ['donateurs', 'donations', 'montant-total', 'don-moyen'] as const
const CHIFFRES_REGULIERS = [
  'reguliers-demarres',
  'reguliers-arretes',
  'reguliers-suivis',
  'reguliers-montant',
] as const
/** What gifts of a campaign's code brought in the year, and what the dictionary says that it cost. */
const CHIFFRES_CAMPAGNES = [
  'campagne-montant',
  'campagne-donations',
  'campagne-donateurs',
  'campagne-nouveaux',
] as const
const CHIFFRES_SAISIS = ['campagne-cout', 'campagne-envois'] as const
/** What is made of two of them. */
const CHIFFRES_RAPPORTS = [
  'reguliers-taux-arret',
  'reguliers-part-montant',
  'campagne-net',
  'campagne-euros-par-euro',
  'campagne-cout-par-nouveau',
  'campagne-taux-retour',
  'campagne-cout-par-envoi',
] as const
export const Chiffre = z.enum(
  [
    ...CHIFFRES_CLES,
    ...CHIFFRES_REGULIERS,
    ...CHIFFRES_CAMPAGNES,
    ...CHIFFRES_SAISIS,
    ...CHIFFRES_RAPPORTS,
  ],
  'Ce chiffre n’a pas d’historique.',
)
export type Chiffre = z.infer<typeof Chiffre>
export type ChiffreCle = (typeof CHIFFRES_CLES)[number]
export type ChiffreRegulier = (typeof CHIFFRES_REGULIERS)[number]
export type ChiffreCampagne = (typeof CHIFFRES_CAMPAGNES)[number]
export type ChiffreSaisi = (typeof CHIFFRES_SAISIS)[number]
export type ChiffreRapport = (typeof CHIFFRES_RAPPORTS)[number]

/** What a ratio divides, and by what; of `campagne-net`, what it takes off. */
export const TERMES = {
  'don-moyen': ['montant-total', 'donations'],
  'reguliers-taux-arret': ['reguliers-arretes', 'reguliers-suivis'],
  'reguliers-part-montant': ['reguliers-montant', 'montant-total'],
  'campagne-net': ['campagne-montant', 'campagne-cout'],
  'campagne-euros-par-euro': ['campagne-montant', 'campagne-cout'],
  'campagne-cout-par-nouveau': ['campagne-cout', 'campagne-nouveaux'],
  'campagne-taux-retour': ['campagne-donations', 'campagne-envois'],
  'campagne-cout-par-envoi': ['campagne-cout', 'campagne-envois'],
} as const satisfies Record<ChiffreRapport | 'don-moyen', readonly [Chiffre, Chiffre]>

const isOneOf =
  <One extends Chiffre>(chiffres: readonly One[]) =>
  (chiffre: Chiffre): chiffre is One =>
    chiffres.some((one) => one === chiffre)

export const isCle = isOneOf(CHIFFRES_CLES)
export const isRegulier = isOneOf(CHIFFRES_REGULIERS)
export const isRapport = isOneOf(CHIFFRES_RAPPORTS)

/** Whether a figure is typed into the dictionary. */
export const isTyped = isOneOf(CHIFFRES_SAISIS)

/** A figure of a campaign, asked for with its code; without one, of all that have what it needs in the financial year. */
export type ChiffreDeCampagne = Extract<Chiffre, `campagne-${string}`>
export const isOfCampaign = (chiffre: Chiffre): chiffre is ChiffreDeCampagne =>
  chiffre.startsWith('campagne-')

/** Whether it adds up over campaigns: a donor may have given to several. */
export const isOfAll = (chiffre: Chiffre): boolean =>
  isOfCampaign(chiffre) && chiffre !== 'campagne-donateurs'

/** Whether a figure is of regular givers. */
export const isOfReguliers = (chiffre: Chiffre): boolean => chiffre.startsWith('reguliers-')

/** The two figures that one is made of; undefined of one that is counted. */
export const termesOf = (chiffre: Chiffre): readonly [Chiffre, Chiffre] | undefined =>
  isRapport(chiffre) || chiffre === 'don-moyen' ? TERMES[chiffre] : undefined

export const NumeroPublication = z.coerce
  .number('La publication doit être un nombre.')
  .int('La publication doit être un nombre entier.')
  .min(1, 'Les publications se comptent à partir de 1.')

/** 0: before the first publication, when there was nothing. */
const NumeroOuDebut = z.coerce
  .number('La publication doit être un nombre.')
  .int('La publication doit être un nombre entier.')
  .min(0, 'Les publications se comptent à partir de 1\u00A0; 0 est le début.')

/** So many publications are told at once, beside those that somebody named, and so many phrases of each. */
export const PUBLICATIONS_AU_PLUS = 1000
export const CAUSES_AU_PLUS = 50

/** `causes` are phrases; `arrete` is the name that somebody gave it. */
export const Publications = z.object({
  publications: z
    .array(
      z.object({
        numero: z.number().int(),
        publie_le: Instant,
        causes: z.array(z.string()).max(CAUSES_AU_PLUS),
        arrete: z.string().nullable(),
      }),
    )
    .max(2 * PUBLICATIONS_AU_PLUS),
})
export type Publications = z.infer<typeof Publications>

export const publications = endpoint({
  path: '/api/publications',
  summary:
    'The latest publications of figures and those that somebody named, latest first, with what had come since the one before',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(PUBLICATIONS_AU_PLUS).default(500),
  }),
  answer: Publications,
})

/** So many causes are told each by itself, those after them together. */
export const CONTRIBUTIONS_AU_PLUS = 2000

/** The two figures that one is made of; null of one that is counted. */
const Termes = z.tuple([z.number(), z.number()]).nullable()

/**
 * `cumul` is the figure after this contribution, `termes` what it is made of then; `lien` an address of the web app, null where there
 * is nothing to see. `dons`: the gifts of the year that the cause is about, with where they are listed; null where they are not known any more.
 */
export const Contribution = z.object({
  le: Instant,
  cause: z.string(),
  lien: z.string().nullable(),
  dons: z.object({ nombre: Nombre, lien: z.string() }).nullable(),
  effet: z.number(),
  cumul: z.number(),
  termes: Termes,
})
export type Contribution = z.infer<typeof Contribution>

/**
 * `avant` and `apres` are what publications `de` and `a` show; the effects add up to `ecart`, euros to the cent. A ratio with
 * nothing to divide by counts as 0.
 */
export const Difference = z.object({
  avant: z.number(),
  apres: z.number(),
  ecart: z.number(),
  termes: z.object({ avant: Termes, apres: Termes }),
  contributions: z.array(Contribution).max(CONTRIBUTIONS_AU_PLUS),
})
export type Difference = z.infer<typeof Difference>

export const difference = endpoint({
  path: '/api/publications/difference',
  summary:
    'Why a figure of a year is not what it was: every cause by itself, in order; of regular givers and of a campaign (`code`), or of all those with a cost, by publication; of costs and mailings by version of the dictionary; of a ratio by what it is made of',
  query: z.object({
    chiffre: Chiffre,
    annee: Annee,
    de: NumeroOuDebut,
    a: NumeroPublication,
    code: Code.min(1, 'Le code de la campagne manque.').optional(),
  }),
  answer: Difference,
})

/**
 * What the chain of publications says of itself. `intactes`: so many, from the first, are what was published; the first
 * `trouvees` were there before the chain, which vouches since `repond_depuis`.
 */
export const ChainePublications = z.object({
  valide: z.boolean(),
  publications: Nombre,
  intactes: Nombre,
  trouvees: z.number().int().nullable(),
  repond_depuis: Instant.nullable(),
  premiere_anomalie: z
    .object({ numero: z.number().int().nullable(), constat: z.string() })
    .nullable(),
})
export type ChainePublications = z.infer<typeof ChainePublications>

export const chainePublications = endpoint({
  path: '/api/publications/chaine',
  summary: 'Verifies the hash chain of all publications, and that it still holds every checkpoint',
  answer: ChainePublications,
})
