import { z } from 'zod'
import { endpoint } from './endpoint'
import { Annee, Evolution, Jour, Montant, Nombre } from './values'

/** What donors are crossed by: something that each has once a year. */
export const AXES_CROISES = [
  'annee',
  'departement',
  'region',
  'profil',
  'tranche',
  'segment',
  'anciennete',
] as const
export const AxeCroise = z.enum(
  AXES_CROISES,
  `Cet axe n’existe pas : ${AXES_CROISES.slice(0, -1).join(', ')} ou ${AXES_CROISES.at(-1) ?? ''}.`,
)
export type AxeCroise = z.infer<typeof AxeCroise>

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
      refuse('colonnes', 'Lignes et colonnes sont le même axe : choisissez-en deux.')
    if (!isOfYears && annee === undefined) refuse('annee', 'Ce croisement a besoin d’une année.')
    if (isOfYears && avec !== undefined)
      refuse(
        'avec',
        'Ce croisement est déjà de toutes les années : il ne se compare pas à une autre.',
      )
    if (avec !== undefined && avec === annee)
      refuse('avec', 'Une année ne se compare pas à elle-même.')
    if (mesure === 'don_moyen' && parts !== undefined)
      refuse('parts', 'Des moyennes ne s’additionnent pas : elles n’ont pas de parts.')
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

/** `regroupe` are the codes of « Autres », null for one code. */
const Entete = z.object({
  code: z.string(),
  regroupe: z.array(z.string()).max(301).nullable(),
})
export type EnteteCroisee = z.infer<typeof Entete>

/**
 * A table of donors of a year, or of all years where these are an axis. `au` is the day that the running year has reached,
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
  summary: 'Donors by two axes at once: how many, their gifts, their euros or their mean gift',
  query: CroisementQuery,
  answer: Croisement,
})
