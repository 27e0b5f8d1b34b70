/** A materialized view. Those that screens read stay readable while they are refreshed; the others need not. */
export interface Vue {
  name: string
  display_name: string
  lueParEcran: boolean
}

const interne = (name: string, display_name: string): Vue => ({
  name,
  display_name,
  lueParEcran: false,
})
const ecran = (name: string, display_name: string): Vue => ({
  name,
  display_name,
  lueParEcran: true,
})

/** Every materialized view, each after those that it is computed from. */
export const VUES: readonly Vue[] = [
  interne('donateurs_annees', 'Donateurs par année'),
  ecran('dons_par_mois', 'Dons par mois'),
  ecran('donateurs_par_mois', 'Donateurs par mois du premier don de l’année'),
  ecran('activite', 'Activité des donateurs'),
  ecran('montants_total_annuel', 'Tranches du total annuel'),
  ecran('montants_dernier_don', 'Tranches du dernier don'),
  ecran('nouveaux_medias', 'Nouveaux donateurs par code média'),
  ecran('nouveaux_anciens_origines', 'Nouveaux et anciens par code origine'),
  ecran('nouveaux_anciens_profils', 'Nouveaux et anciens par profil de campagne'),
  ecran('segments_annuels', 'Segmentation annuelle'),
  ecran('carrieres', 'Parcours et fidélité'),
]
