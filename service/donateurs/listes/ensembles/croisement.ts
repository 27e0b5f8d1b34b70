import { sql } from 'kysely'
import type { z } from 'zod'
import type { Anciennete, Segment } from '#contract/listes'
import { type Tranche } from '#contract/montants'
import type { Profil } from '../../../platform/database/schema'
import { type Condition, type Ensemble, nommerProfil } from './ensemble'
import { nommerTranche, rangDe, segmentDe } from './repartition'

/** What narrows the donors of a year to a cell of a crossing. */
interface Cellule {
  profil?: Profil | undefined
  tranche?: Tranche | undefined
  segment?: z.infer<typeof Segment> | undefined
  anciennete?: z.infer<typeof Anciennete> | undefined
  hors?: readonly string[] | undefined
}

/** Donors of a cell, of their facts of the year. */
export function conditionsDe({ profil, tranche, segment, anciennete, hors }: Cellule): Condition[] {
  return [
    profil && sql<boolean>`faits.profil = ${profil}`,
    tranche && sql<boolean>`faits.tranche_total = ${rangDe({ tranche })}`,
    segment && sql<boolean>`faits.segment = ${segmentDe({ segment }).rang}`,
    anciennete &&
      sql<boolean>`faits.annee_precedente is ${anciennete === 'nouveaux' ? sql`null` : sql`not null`}`,
    hors && sql<boolean>`faits.departement <> all (${hors}::text[])`,
  ].filter((condition) => typeof condition === 'object')
}

const ANCIENNETES = { nouveaux: 'nouveaux', anciens: 'anciens' } as const

function motsDe(
  { profil, tranche, segment, anciennete, hors }: Cellule,
  produit: string,
): string[] {
  return [
    anciennete && ANCIENNETES[anciennete],
    profil && nommerProfil(profil, produit),
    segment && segmentDe({ segment }).mots,
    tranche && `total de l’année ${nommerTranche(tranche)}`,
    hors && `hors des départements ${hors.join(', ')}`,
  ].filter((part) => typeof part === 'string')
}

export const CROISEMENT = {
  croisement: {
    faits: 'donateurs_annees',
    titre: (demande) =>
      [`Donateurs de ${demande.annee}`, ...motsDe(demande, demande.produit)].join(', '),
    definition: (demande) =>
      `${[`Ont fait au moins un don en ${demande.annee}`, ...motsDe(demande, demande.produit)].join('\u202F; ')}.`,
    montants: ({ annee }) => `Montant ${annee}`,
    condition: (demande) =>
      sql`${sql.join([sql`faits.annee = ${demande.annee}`, ...conditionsDe(demande)], sql` and `)}`,
  },
} satisfies Record<string, Ensemble>
