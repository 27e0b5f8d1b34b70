import { z } from 'zod'
import { endpoint } from './endpoint'
import { MOTS, mot } from './mots'
import { Statut } from './recherche'
import { Annee, Code, Evolution, Jour, Montant, Nombre } from './values'

/** Donors of a year by their number of gifts in it. */
export const Segment = z.enum(['1', '2-5', '6+'], 'Le segment est 1, 2-5 ou 6+.')

/** Donors of a year by whether they had given before it. */
const Anciennete = z.enum(['nouveaux', 'anciens'], 'L’ancienneté est nouveaux ou anciens.')

/** Whether a donor had an active series of gifts at the end of the year, or at the horizon before it. */
const Regulier = z.enum(['oui', 'non'], 'regulier vaut oui ou non.')

/** What is asked of a donor in a year and has few answers: an axis each, and what narrows lists of donors and of gifts. */
export const Questions = z.object({
  segment: Segment.optional(),
  anciennete: Anciennete.optional().register(MOTS, mot('ancienneté')),
  statut: Statut.optional(),
  regulier: Regulier.optional().register(MOTS, mot('régulier')),
})
export type Questions = z.infer<typeof Questions>
export type Question = keyof Questions
export const QUESTIONS = Object.keys(Questions.shape) as Question[]

/** What is crossed: of a gift, and of its donor, who has one answer a year to each. */
export const AXES_DES_DONS = [
  'mois',
  'media',
  'origine',
  'campagne',
  'famille',
  'produit',
  'tranche_don',
] as const
export const AXES_DES_DONATEURS = [
  'annee',
  'departement',
  'region',
  'profil',
  'tranche',
  ...QUESTIONS,
] as const
export const AXES_CROISES = [...AXES_DES_DONS, ...AXES_DES_DONATEURS] as const
export const AxeCroise = z.enum(
  AXES_CROISES,
  `Cet axe n’existe pas\u00A0: ${AXES_CROISES.slice(0, -1).join(', ')} ou ${AXES_CROISES.at(-1) ?? ''}.`,
)
export type AxeCroise = z.infer<typeof AxeCroise>

/** Whether an axis is of gifts: one donor may have several answers to it. */
export const estDesDons = (axe: AxeCroise): axe is (typeof AXES_DES_DONS)[number] =>
  AXES_DES_DONS.some((one) => one === axe)

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

const Codes = z.array(Code).max(RANGS_AU_PLUS).optional()
const SansCodes = z.strictObject({
  departement: Codes,
  media: Codes,
  origine: Codes,
  campagne: Codes,
  famille: Codes,
  produit: Codes,
})
export type SansCodes = z.infer<typeof SansCodes>

/** What « Autres » leaves out, by axis, as JSON: `{"media":["WEB","SMS"]}`. */
export const Sans = z
  .string()
  .max(10_000, 'Cette liste de codes est trop longue.')
  .refine((text) => readSans(text) !== null, 'Les codes à laisser de côté ne se lisent pas.')

/** The codes of a text of that kind; null for any other. */
export function readSans(text: string): SansCodes | null {
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
