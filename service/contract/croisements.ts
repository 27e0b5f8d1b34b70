import { z } from 'zod'
import { AXES, AXES_CROISES, AXES_DE_CODES, QUESTIONS, type Question } from './axes'
import { endpoint } from './endpoint'
import { MOTS, mot } from './mots'
import { Annee, Code, Evolution, Jour, Montant, Nombre } from './values'

interface QuestionDecrite {
  reponses: object
  refus?: string
  mot: string
}
type Reponses = {
  [Axe in Question]: z.ZodOptional<z.ZodType<keyof (typeof AXES)[Axe]['reponses'], string>>
}

/** What narrows donors by their answers to the questions that have few. */
export const Questions = z.object(
  Object.fromEntries(
    QUESTIONS.map((axe) => {
      const { reponses, refus, mot: nom }: QuestionDecrite = AXES[axe]
      return [axe, z.enum(Object.keys(reponses), refus).optional().register(MOTS, mot(nom))]
    }),
  ) as unknown as Reponses,
)
export type Questions = z.infer<typeof Questions>

export const AxeCroise = z.enum(
  AXES_CROISES,
  `Cet axe n’existe pas\u00A0: ${AXES_CROISES.slice(0, -1).join(', ')} ou ${AXES_CROISES.at(-1) ?? ''}.`,
)

export const MesureCroisee = z.enum(
  ['donateurs', 'donations', 'montant', 'don_moyen'],
  'La mesure est donateurs, donations, montant ou don_moyen.',
)
export type MesureCroisee = z.infer<typeof MesureCroisee>

/** What shares are of: the row, the column, or all. */
export const Parts = z.enum(
  ['lignes', 'colonnes', 'tout'],
  'Les parts sont de lignes, colonnes ou tout.',
)
export type Parts = z.infer<typeof Parts>

/** The largest of an axis have a row or column each, all others one together. */
export const RANGS_AU_PLUS = 30

const SansCodes = z.partialRecord(z.enum(AXES_DE_CODES), z.array(Code).max(RANGS_AU_PLUS))
export type SansCodes = z.infer<typeof SansCodes>

/** What « Autres » leaves out, by axis, as JSON: `{"media":["WEB","SMS"]}`. */
export const Sans = z
  .string()
  .max(10_000, 'Cette liste de codes est trop longue.')
  .refine((text) => parseSans(text) !== null, 'Les codes à laisser de côté ne se lisent pas.')

/** The codes of such a text; none without one. */
export const readSans = (text: string | undefined): SansCodes =>
  (text === undefined ? null : parseSans(text)) ?? {}

function parseSans(text: string): SansCodes | null {
  try {
    return SansCodes.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

export const CroisementQuery = z
  .strictObject(
    {
      lignes: AxeCroise,
      colonnes: AxeCroise,
      mesure: MesureCroisee.default('donateurs'),
      annee: Annee.optional(),
      avec: Annee.optional(),
      parts: Parts.optional(),
    },
    { error: 'Ce paramètre n’existe pas.' },
  )
  .superRefine((query, context) => {
    const refuse = (champ: string, message: string) =>
      context.addIssue({ code: 'custom', path: [champ], message, input: query })
    const { lignes, colonnes, annee, avec, mesure, parts } = query
    const isOfYears = lignes === 'annee' || colonnes === 'annee'
    if (lignes === colonnes)
      refuse('colonnes', 'Lignes et colonnes sont le même axe\u00A0: choisissez-en deux.')
    if (!isOfYears && annee === undefined) refuse('annee', 'Ce croisement a besoin d’une année.')
    if (isOfYears && avec !== undefined)
      refuse(
        'avec',
        'Ce croisement est déjà de toutes les années\u00A0: il ne se compare pas à une autre.',
      )
    if (avec !== undefined && avec === annee)
      refuse('avec', 'Une année ne se compare pas à elle-même.')
    if (mesure === 'don_moyen' && parts !== undefined)
      refuse('parts', 'Des moyennes ne s’additionnent pas\u00A0: elles n’ont pas de parts.')
  })
export type CroisementQuery = z.infer<typeof CroisementQuery>

/**
 * `donateurs` is null where donors of several years would be counted, who do not add up; `valeur` is the measure, null where
 * there is nothing to divide by or to add up; `precedent` the same of the other year. No evolution is told where either year
 * is running.
 */
const Cellule = z.object({
  donateurs: Nombre.nullable(),
  donations: Nombre,
  montant: Montant,
  valeur: z.number().nullable(),
  part: z.number().nullable(),
  precedent: z.number().nullable(),
  evolution: Evolution,
})
export type CelluleCroisee = z.infer<typeof Cellule>

/** `regroupe` is how many codes « Autres » stands for, null for one code. */
const Entete = z.object({
  code: z.string(),
  regroupe: Nombre.nullable(),
})
export type EnteteCroisee = z.infer<typeof Entete>

/**
 * A table of donors of a year, or of all years where these are an axis. Of an axis of gifts a donor is in each row or column
 * where a gift is, once. `au` is the day that the running year has reached,
 * where it is one of the two.
 */
export const Croisement = z.object({
  lignes: AxeCroise,
  colonnes: AxeCroise,
  mesure: MesureCroisee,
  annee: z.number().int().nullable(),
  avec: z.number().int().nullable(),
  parts: Parts.nullable(),
  au: Jour.nullable(),
  entetes_lignes: z.array(Entete).max(RANGS_AU_PLUS + 1),
  entetes_colonnes: z.array(Entete).max(RANGS_AU_PLUS + 1),
  cellules: z.array(z.array(Cellule).max(RANGS_AU_PLUS + 1)).max(RANGS_AU_PLUS + 1),
  totaux_lignes: z.array(Cellule).max(RANGS_AU_PLUS + 1),
  totaux_colonnes: z.array(Cellule).max(RANGS_AU_PLUS + 1),
  total: Cellule,
})
export type Croisement = z.infer<typeof Croisement>

export const croisement = endpoint({
  path: '/api/analytics/croisement',
  summary: 'Donors and gifts by two axes at once: how many, their euros or their mean gift',
  query: CroisementQuery,
  answer: Croisement,
})
