import type { Axe, AxeADate, Profil, Segment } from './types'

/** The figures, as published and as they are now. */
export interface SchemaChiffres {
  annees_des_dons: { annee: number; montant_max: number }
  dons_par_mois: DonsParMois
  dons_par_mois_a_jour: DonsParMois
  donateurs_par_mois_a_jour: DonateursParMois
  donateurs_par_jour_a_jour: { annee: number; jour: string; recul: number; nombre: number }
  dons_par_jour_a_jour: { jour: string; nombre: number; montant: number }
  activite_a_jour: Activite
  montants_total_annuel_a_jour: DonateursParTranche
  montants_dernier_don_a_jour: DonateursParTranche
  nouveaux_medias_a_jour: { annee: number; codemedia_code: string; nouveaux: number }
  nouveaux_anciens_origines_a_jour: { annee: number; origincode_code: string } & NouveauxEtAnciens
  nouveaux_anciens_profils_a_jour: {
    annee: number
    profil: Profil
    montant: number
  } & NouveauxEtAnciens
  segments_annuels_a_jour: { annee: number; segment: Segment; nombre: number }
  carrieres_a_jour: Carrieres
  croisements_a_jour: {
    annee: number
    departement: string
    profil: Profil
    tranche_total: number
    segment: Segment
    nouveau: boolean
    donateurs: number
    dons: number
    montant: number
  }
  departements_annees_a_jour: {
    annee: number
    departement: string
    donateurs: number
    nouveaux: number
    dons: number
    montant: number
  }
  departements_par_mois_a_jour: {
    annee: number
    mois: number
    departement: string
    dons: number
    montant: number
  }
  departements_par_jour_a_jour: {
    annee: number
    departement: string
    jour: string
    dons: number
    montant: number
  }
  cohortes_a_jour: { cohorte: number; annee: number; donateurs: number; montant: number }
  nouveaux_rangs_a_jour: NouveauxRangs
  comptes_a_date_a_jour: {
    annee: number
    axe: AxeADate
    code: string
  } & NouveauxEtAnciens
  mouvements_a_jour: Mouvements
  fidelite_par_jour_a_jour: FideliteParJour
  deuxiemes_dons_a_jour: {
    jour: string
    nouveaux: number
    avec_3: number
    avec_12: number
    avec_24: number
  }
  reguliers_jours_a_jour: ReguliersJours
  reguliers_dons_a_jour: {
    annee: number
    mois: number
    connue: number
    dons: number
    montant: number
  }
  reguliers_fins_a_jour: ReguliersFins
  reguliers_durees_a_jour: { mois: number; series: number }
  reguliers_encours_a_jour: {
    annee: number
    mois: number
    rythme: number
    recul: number
    series: number
    montant: number
  }
  ventilation_dons: VentilationDons
  ventilation_mois_dons: DonsParMois & { axe: Axe; code: string }
  ventilation_contacts: VentilationDonateurs
  ventilation_jours_a_jour: VentilationDons
  ventilation_mois_a_jour: DonsParMois & { axe: Axe; code: string }
  ventilation_donateurs_a_jour: VentilationDonateurs
  ventilation_rangs_a_jour: VentilationRangs
  ventilation_mois_axes: DonsParMois & { axe: Axe | 'famille'; code: string }
  ventilation_jours_axes: Omit<VentilationDons, 'axe'> & { axe: Axe | 'famille' }
  ventilation_donateurs_axes: Omit<VentilationDonateurs, 'axe'> & { axe: Axe | 'famille' }
  donateurs_campagnes_a_jour: DonateursCampagnes
  familles_des_codes: {
    annee: number
    code: string
    famille: string
    donateurs: number
    nouveaux: number
  }
  familles_des_donateurs: DonateursCampagnes & { famille: string }
  recrues_mois_a_jour: { code: string; annee: number; mois: number; montant: number }
}

interface ReguliersJours {
  jour: string
  demarres: number
  arretes: number
  demarres_annee: number
  arretes_annee: number
  augmentes_annee: number
  diminues_annee: number
}

interface ReguliersFins {
  arret: string
  rythme: number
  sure: boolean
  premier_mois: string
  series: number
  montant: number
  donateurs: number
  reguliers: number
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

interface VentilationDons {
  axe: Axe
  jour: string
  code: string
  nombre: number
  montant: number
}

interface VentilationDonateurs {
  axe: Axe
  annee: number
  code: string
  donateurs: number
  nouveaux: number
}

interface DonateursCampagnes {
  annee: number
  contact_id: string
  codes: string[]
  donateurs: number
}

interface VentilationRangs {
  axe: Axe | 'famille'
  annee: number
  code: string
  nombre: number
  montant: number
  rang: number
}

interface NouveauxRangs {
  axe: 'media' | 'origine'
  annee: number
  code: string
  nouveaux_current: number
  nouveaux_previous: number
  anciens_current: number
  anciens_previous: number
  rang: number
}

interface Activite {
  annee: number
  mois: number
  actifs: number
  dormants: number
  inactifs: number
  tres_inactifs: number
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
