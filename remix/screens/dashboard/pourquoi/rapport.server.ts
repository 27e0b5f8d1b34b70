import { type Difference, termesOf } from '#contract/publications'
import { history } from '../../../tables/links'
import { showCell } from '../../../ui/table'
import { type Asked, CHIFFRES, nameOf } from '../arretes/table.server'

/**
 * How a ratio comes out of the two figures that it is made of, each with the address of its own history. Of all campaigns,
 * the cost of those that have mailings too has none.
 */
export function compose({ chiffre, ...asked }: Asked, { avant, apres, termes }: Difference) {
  const figures = termesOf(chiffre)
  if (!figures || !termes.avant || !termes.apres) return undefined
  const [before, after] = [termes.avant, termes.apres]
  const show = (at: 0 | 1, value: number) => showCell(value, CHIFFRES[figures[at]].format)
  const isNet = chiffre === 'campagne-net'
  const equation = ([part, whole]: [number, number], result: number) =>
    isNet || whole !== 0
      ? `${show(0, part)} ${isNet ? '\u2212' : '÷'} ${show(1, whole)} = ${showCell(result, CHIFFRES[chiffre].format)}`
      : null
  const hasHistories = asked.code !== undefined || chiffre !== 'campagne-cout-par-envoi'
  const now = equation(after, apres)
  const then = equation(before, avant)
  return {
    figures: ([0, 1] as const).map((at) => ({
      label: nameOf(figures[at], asked.code),
      href: hasHistories ? history({ chiffre: figures[at], ...asked }) : null,
      change: `de ${show(at, before[at])} à ${show(at, after[at])}`,
    })),
    equations:
      now !== null && then !== null
        ? `${now}, au lieu de ${then}`
        : `${now ?? 'Il n’y a rien à diviser'}\u00A0; auparavant, ${then ?? 'il n’y avait rien à diviser'}`,
  }
}
