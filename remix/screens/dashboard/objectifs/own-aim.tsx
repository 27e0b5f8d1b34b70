import type { Suivi } from '#contract/objectifs'
import { formatCount } from '#figures/format'
import { YearLink } from '../../../ui/year-link'

interface Props {
  annee: number
  /** What somebody set, if anybody did. */
  aim: Suivi | null
}

/** Below the aim that is the same rule for every year: which it is, and that somebody set another. */
export function OwnAim({ annee, aim }: Props) {
  if (!aim) return null
  return (
    <p className="mention">
      C’est la règle des +&nbsp;10&nbsp;%, la même chaque année. L’objectif que l’équipe a fixé pour{' '}
      {annee} est de {formatCount(Math.round(aim.valeur))}.{' '}
      <YearLink to={`/dashboard/objectifs?annee=${annee}`}>Voir les objectifs fixés</YearLink>
    </p>
  )
}
