import { type RawBuilder, sql } from 'kysely'
import type { Axe } from '#contract/ventilation'

/** A kept figure by code, on this axis; the families of campaigns are made of it when read. */
export const parAxe = (chiffre: 'mois' | 'jours' | 'donateurs', axe: Axe): RawBuilder<unknown> =>
  sql.table(`ventilation_${chiffre}_${axe === 'famille' ? 'axes' : 'a_jour'}`)
