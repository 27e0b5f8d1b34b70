import { type RawBuilder, sql } from 'kysely'
import type { Axe } from '#contract/ventilation'

/** Donors by code, on this axis: several servers cannot be asked for families and for codes in one question. */
export const donateursParAxe = (axe: Axe): RawBuilder<unknown> =>
  sql.table(`ventilation_donateurs_${axe === 'famille' ? 'axes' : 'a_jour'}`)
