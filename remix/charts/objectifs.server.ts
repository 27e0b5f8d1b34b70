import type { Suivi } from '#contract/objectifs'
import { drawCumulativeLines } from './cumulative-lines.server'

/** What came, month by month, and the curve aimed at. */
export function drawObjectif(annee: number, { mesure, mois }: Suivi) {
  const recus = mois.flatMap(({ mois: month, recu }) =>
    recu === null ? [] : [{ mois: month, valeur: recu }],
  )
  const vises = mois.map(({ mois: month, vise }) => ({ mois: month, valeur: vise }))
  const label =
    mesure === 'montant' ? `Montant reçu et visé, ${annee}` : `Donateurs venus et visés, ${annee}`
  return drawCumulativeLines(
    [
      ...(recus.length > 0 ? [{ annee, nom: 'Reçu', points: recus }] : []),
      { annee, nom: 'Visé', points: vises },
    ],
    { label, unit: mesure === 'montant' ? 'euros' : 'donateurs', place: 'full' },
  )
}
