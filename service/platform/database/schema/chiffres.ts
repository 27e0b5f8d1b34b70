import type { Profil, Segment } from './types'

/** The figures, as published and as they are now. */
export interface SchemaChiffres {
  horizon_a_jour: { jour: string | null }
  horizon_publie: { jour: string | null }
  annees_des_dons: { annee: number; montant_max: number }
  dons_par_mois: DonsParMois
  dons_par_mois_a_jour: DonsParMois
  donateurs_par_mois_a_jour: DonateursParMois
  montants_total_annuel_a_jour: DonateursParTranche
  montants_dernier_don_a_jour: DonateursParTranche
  nouveaux_anciens_profils_a_jour: {
    annee: number
    profil: Profil
    montant: number
  } & NouveauxEtAnciens
  segments_annuels_a_jour: { annee: number; segment: Segment; nombre: number }
  carrieres_a_jour: Carrieres
  cohortes_a_jour: { cohorte: number; annee: number; donateurs: number; montant: number }
  mouvements_a_jour: Mouvements
  fidelite_par_jour_a_jour: FideliteParJour
}

interface DonsParMois {
  annee: number
  mois: number
  nombre: number
  montant: number
}

interface DonateursParMois {
  annee: number
  mois: number
  recul: number
  nombre: number
}

interface DonateursParTranche {
  annee: number
  tranche: number
  nombre: number
}

interface NouveauxEtAnciens {
  nouveaux: number
  anciens: number
}

interface Carrieres {
  premier_vfl: boolean
  dernier_vfl: boolean
  profil: Profil
  segment: Segment
  nombre: number
}

/** See the views; `sens`: gave more, as much or less than the year before; `revenu`: gave the year after. */
interface Mouvements {
  annee: number
  recul: number
  sens: -1 | 0 | 1
  revenu: boolean
  donateurs: number
  montant: number
  montant_precedent: number
}

interface FideliteParJour {
  annee: number
  jour: string
  nouveaux_conserves: number | null
  reactives_conserves: number | null
  fideles_conserves: number | null
  nouveaux: number | null
  reactives: number | null
  montant_avant: number | null
  montant_conserves: number | null
  montant_nouveaux: number | null
  montant_reactives: number | null
}
