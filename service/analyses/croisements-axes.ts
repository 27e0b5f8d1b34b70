import { type RawBuilder, sql } from 'kysely'
import { type AxeCroise, Questions, Segment } from '#contract/croisements'
import { regionDe } from '#contract/departements'
import { Tranche } from '#contract/montants'
import { Statut } from '#contract/recherche'
import { Axe } from '#contract/ventilation'
import { nameProfil, PROFILS } from '#figures/profils'
import { reguliersDe } from '../platform/database/reguliers'

/** The figure by donor and year knows where each stands on these axes. */
export const GARDES: Partial<Record<AxeCroise, RawBuilder<string>>> = {
  annee: sql`annee`,
  departement: sql`departement`,
  // Its departments, which codeOf puts together.
  region: sql`departement`,
  profil: sql`profil`,
  tranche: sql`tranche_total`,
  segment: sql`segment`,
  anciennete: sql`case when nouveau then 'nouveaux' else 'anciens' end`,
}

/** Whether both axes are kept by donor and year. */
export const areKept = (...axes: AxeCroise[]) => axes.every((axe) => axe in GARDES)

/** A year whose gifts are counted, up to the horizon. */
export interface Year {
  annee: number
  horizon: RawBuilder<string>
}

/** Where a gift stands on the other axes. */
export function placeOfGift(axe: AxeCroise, { annee, horizon }: Year): RawBuilder<string> {
  switch (axe) {
    case 'mois':
      return sql`mois`
    case 'tranche_don':
      return sql`tranche`
    case 'famille':
      return sql`coalesce(famille, 'N/A')`
    case 'statut':
      return sql`least(greatest(date_part('year', ${horizon})::integer - derniere_annee, 0), 3)`
    case 'regulier':
      return sql`
        case when contact_id in ${reguliersDe(annee, 'series_presentes', horizon)} then 'oui' else 'non' end`
    default:
      return GARDES[axe] ?? sql.ref(axe)
  }
}

/** Ranks as lists and screens name them. */
const NOMS: Partial<Record<AxeCroise, (rank: number) => string | undefined>> = {
  tranche: (rank) => Tranche.options[rank],
  tranche_don: (rank) => Tranche.options[rank],
  segment: (rank) => Segment.options[rank - 1],
  statut: (rank) => Statut.options[rank],
}

/** A code as lists and screens name it. */
export function codeOf(axe: AxeCroise, stored: string, produit: string): string {
  if (axe === 'region') return regionDe(stored)
  const profil = axe === 'profil' ? PROFILS.find((one) => one === stored) : undefined
  return profil ? nameProfil(produit, profil) : (NOMS[axe]?.(Number(stored)) ?? stored)
}

/** Whether what is stored of an axis is a rank. */
export const hasRanks = (axe: AxeCroise) => axe === 'mois' || axe in NOMS

/** Whether the sums of an axis are kept; of its « Autres » those of donors. */
export const hasMarge = (axe: AxeCroise) => axe in GARDES || Axe.safeParse(axe).success

/** Axes whose codes are few and have an order of their own. */
export const ORDRES: Partial<Record<AxeCroise, readonly string[]>> = {
  mois: Array.from({ length: 12 }, (_, at) => String(at + 1)),
  tranche_don: Tranche.options,
  tranche: Tranche.options,
  ...Object.fromEntries(
    Object.entries(Questions.shape).map(([axe, reponse]) => [axe, reponse.unwrap().options]),
  ),
}
