import type { CleTaux, Groupe } from '#contract/fidelite'
import { formatDayMonth } from '#figures/format'

/** Labels of the loyalty rates. */
export const NOMS_TAUX: Record<CleTaux, string> = {
  fidelisation: 'Taux de fidélisation',
  attrition: 'Taux d’attrition',
  fidelisation_nouveaux: 'Fidélisation des nouveaux',
  fidelisation_reactives: 'Fidélisation des réactivés',
  fidelisation_fideles: 'Fidélisation des fidèles',
  reactivation: 'Taux de réactivation',
  acquisition: 'Taux d’acquisition',
  couverture: 'Taux de couverture',
  montant_conserve: 'Montant conservé',
  evolution_conserves: 'Évolution des donateurs conservés',
  part_nouveaux: 'Part des nouveaux dans la collecte',
}

/** A year as named in charts and tables of rates; `nameUpTo`: up to a day. */
export const nameYear = ({ annee, en_cours }: { annee: number; en_cours: boolean }): string =>
  en_cours ? `${annee} (en cours)` : String(annee)

export const nameUpTo = ({ annee, au }: { annee: number; au: string }): string =>
  `${annee} au ${formatDayMonth(au)}`

/** Rates in the chart, with their series. */
export const TAUX_SUIVIS = [
  { key: 'fidelisation', label: 'Ensemble', mark: '1' },
  { key: 'fidelisation_nouveaux', label: 'Nouveaux', mark: '2' },
  { key: 'fidelisation_reactives', label: 'Réactivés', mark: '3' },
  { key: 'fidelisation_fideles', label: 'Fidèles', mark: '4' },
] as const satisfies { key: CleTaux; label: string; mark: string }[]

/** Labels of the movements between two years. */
export const NOMS_GROUPES: Record<Groupe, string> = {
  nouveaux: 'Nouveaux',
  reactives: 'Réactivés',
  hausse: 'Conservés en hausse',
  stables: 'Conservés stables',
  baisse: 'Conservés en baisse',
  perdus_nouveaux: 'Nouveaux perdus',
  perdus_autres: 'Autres perdus',
}

/** Delays of the second gift, with their series. */
export const DELAIS = [
  { key: '3', label: '3 mois', mark: '1' },
  { key: '12', label: '12 mois', mark: '2' },
  { key: '24', label: '24 mois', mark: '3' },
] as const
