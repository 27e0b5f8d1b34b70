import { type Cell, type Value, valueOf } from '../../remix/ui/table'

/** The values of a table's lines, whatever their links. */
export const valeurs = (lines: readonly (readonly Cell[])[] = []): Value[][] =>
  lines.map((cells) => cells.map(valueOf))
