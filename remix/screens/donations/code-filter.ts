import type { Codes } from '#contract/codes'
import type { Axe } from '#contract/ventilation'
import type { Filter } from '../../ui/filter-form'

/** The filter of an axis: its codes to choose from; too many are offered while one writes. */
export function codeFilter(
  axe: Exclude<Axe, 'famille'>,
  label: string,
  codes: Codes | null,
  asked: string | undefined,
): Filter {
  const filter = { name: axe, label }
  if (codes === null) return filter
  const { codes: known, tous } = codes[axe]
  if (!tous) return { ...filter, suggested: known }
  const all = asked === undefined || known.includes(asked) ? known : [...known, asked]
  return {
    ...filter,
    choices: [['', 'Tous'], ...all.map((code): [string, string] => [code, code])],
  }
}
