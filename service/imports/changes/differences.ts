import type { ChampChange } from '#contract/changements'
import type { TypeFichier } from '#contract/imports'
import { FIELDS } from '../parsing/dialect/columns'

/** A stored row as JSON, without its key and empty fields. */
export type Row = Record<string, string | number | boolean>

const textOf = (value: string | number | boolean | undefined) =>
  value === undefined ? null : String(value)

/** The fields that differ between a row before and after, in the order of the table. */
export const differencesOf = (type: TypeFichier, avant: Row, apres: Row): ChampChange[] =>
  FIELDS[type]
    .map(({ field }) => ({
      champ: field,
      avant: textOf(avant[field]),
      apres: textOf(apres[field]),
    }))
    .filter(({ avant: before, apres: after }) => before !== after)
