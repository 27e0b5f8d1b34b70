import type { Reguliers } from '#contract/reguliers'
import { formatPercent, plural } from '#figures/format'
import { moisNomme } from '../screens/donateurs/reguliers/table.server'
import { drawCurve } from './curve.server'

const YEAR = 12

/** Regular donors month by month, and how long series last. */
export function drawReguliers({ annees, survie }: Reguliers) {
  const months = annees.flatMap(({ annee, mois: all }) => all.map((month) => ({ annee, ...month })))
  return {
    actifs: drawCurve(
      months.map(({ annee, mois, actifs }, x) => ({
        x,
        valeur: actifs,
        title: `${moisNomme(annee, mois)} : ${plural(actifs, 'actif')}`,
      })),
      {
        label: 'Donateurs réguliers actifs à la fin de chaque mois',
        write: 'nombre',
        ticks: months.flatMap(({ annee, mois }, x) =>
          mois === 1 ? [{ x, text: String(annee) }] : [],
        ),
      },
    ),
    survie: drawCurve(
      survie.map(({ mois, risque, survie: part }) => ({
        x: mois,
        valeur: part,
        title: `${mois} mois : ${formatPercent(part)}, ${plural(risque, 'série suivie', 'séries suivies')}`,
      })),
      {
        label: 'Part des séries encore actives, par mois depuis le premier don',
        write: 'pourcentage',
        ticks: survie.flatMap(({ mois }) =>
          mois > 0 && mois % YEAR === 0 ? [{ x: mois, text: plural(mois / YEAR, 'an') }] : [],
        ),
        steps: true,
      },
    ),
  }
}
