import { formatDay } from '#figures/format'
import { useComparison } from './comparison'

interface Props {
  annee: number
  /** The last day of a running year that is known; null of a closed one. */
  au: string | null
  /** Whether the two years can be compared up to that day. */
  comparable: boolean
}

/** How far a year is known and, where that is what it is compared with, that its changes are up to the same day. */
export function KnownUntil({ annee, au, comparable }: Props) {
  const comparison = useComparison()
  if (au === null) return null
  const known = ` L’année ${annee} n’est connue que jusqu’au ${formatDay(au)}`
  if (comparison !== 'jour') return `${known}.`
  return comparable
    ? `${known}\u00A0: l’évolution la compare à ${annee - 1} jusqu’au même jour.`
    : `${known}\u00A0: comparaison à date impossible, l’une des deux années a un cinquième de ses dons, ou plus, le même jour.`
}
