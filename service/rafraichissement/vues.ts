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
  ecran('donateurs_par_mois', 'Donateurs par mois du premier don'),
]
