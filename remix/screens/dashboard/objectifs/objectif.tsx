import type { Suivi } from '#contract/objectifs'
import { formatCount, formatDayMonth, formatEuros } from '#figures/format'
import { Lead } from '../../../ui/leading'
import { useDoubt, useWithout } from '../../../ui/suspects'

interface Props {
  aim: Suivi
  annee: number
  au: string | null
}

/** Where an aim stands, in one line. */
export function AimLine({ aim, annee, au }: Props) {
  const { mesure, famille, valeur, recu, a_date, ecart, par_mois, projection, annees } = aim
  const isDoubtful = useDoubt()
  const without = useWithout(annee, mesure)
  const write = (value: number) =>
    mesure === 'montant' ? formatEuros(value) : formatCount(Math.round(value))
  const soit = (gap: number) =>
    gap === 0
      ? ', comme prévu'
      : `, soit ${gap < 0 ? `${write(-gap)} de moins` : `${write(gap)} de plus`} que prévu`
  return (
    <p>
      <Lead to={`/dashboard/objectifs?annee=${annee}`}>Objectif {annee}</Lead>&nbsp;:{' '}
      {write(valeur)}
      {au !== null && `, dont ${write(a_date)} au ${formatDayMonth(au)}`}. Reçu&nbsp;: {write(recu)}
      {soit(ecart)}
      {par_mois === null
        ? '.'
        : recu >= valeur
          ? isDoubtful
            ? '\u202F; atteint ou non, cela dépend des donateurs à vérifier.'
            : '\u202F; l’objectif est atteint.'
          : `\u202F; il faut ${write(par_mois)} par mois jusqu’en décembre.`}
      {without !== undefined &&
        famille === null &&
        ` Sans les donateurs à vérifier\u00A0: ${write(without)}${soit(without - a_date)}.`}
      {projection !== null && ` Projection\u00A0: ${write(projection)}.`}
      {annees.length === 0 &&
        ' Faute de trois années complètes, chaque mois compte pour un douzième.'}
    </p>
  )
}
