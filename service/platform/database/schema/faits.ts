import type { Generated } from 'kysely'
import type { OneRow, Profil, Segment } from './types'

/** The facts by donor, and what is kept beside them. */
export interface SchemaFaits {
  faits_publies: FaitsPublies
  donateurs_annees: DonateursAnnees
  donateurs_carrieres: DonateursCarrieres
  series_dons: SeriesDons
  dons_croises: DonsCroises & { generation: number; exclu: boolean }
  dons_croises_a_jour: DonsCroises & { nouveau: boolean }
  dons_croises_inchanges: DonsCroises & { nouveau: boolean }
  dons_croises_regroupes: DonsCroises & { nouveau: boolean }
  periodes_regulieres: {
    ensemble: string
    signe: number
    contact_id: string
    debut: string
    arret: string
  }
  changements_reguliers: {
    ensemble: string
    signe: number
    contact_id: string
    jour: string
    change: number
  }
  series_comptees: SeriesDons & { ensemble: string; signe: number }
  dons_ecarts: DonsEcarts
  donateurs_ecarts: {
    signe: number
    contact_id: string
    horizon: string
    touche: boolean
    contact_brut: string
  }
  fiches_deplacees: { contact_id: string | null }
  horizon_a_jour: { jour: string | null }
  horizon_publie: { jour: string | null }
  horizon_grille: { jour: string | null }
}

interface DonsCroises {
  annee: number
  mois: number
  quantieme: number
  tranche: number
  tranche_total: number
  segment: number
  derniere_annee: number
  recul: number
  cents: number
  contact_id: string
  departement: string
  profil: Profil
  media: string
  origine: string
  campagne: string
  produit: string
}

interface SeriesDons {
  rythme: number
  exclu: boolean
  premier: string
  connue_le: string | null
  arret: string
  contact_id: string
  montant: number
  jours: string[]
  montants: number[]
}

interface FaitsPublies extends OneRow {
  generation: number
  donations_version: number
  evenement: number
  exclus_version: number
  campagne_vfl_motif: string
  ventilation_generation: number
  ventilation_depuis: string
  par_ecarts: Generated<boolean>
  horizon_par_ecarts: Generated<boolean>
}

/** One row per contact and year with a gift, as published; `exclu`: was excluded then. */
interface DonateursAnnees {
  contact_id: string
  annee: number
  exclu: boolean
  nombre: number
  nombre_vfl: number
  montant: number
  premier_jour: string
  dernier_jour: string
  premier_vfl: boolean
  dernier_vfl: boolean
  dernier_montant: number
  annee_precedente: number | null
  montant_precedent: number | null
  annee_suivante: number | null
  premier_jour_suivant: string | null
  premiere_annee: number
  mois: number
  recul: number
  campagne: string
  media: string
  origine: string
  produit: string
  autres_campagnes: string[] | null
  autres_medias: string[] | null
  autres_origines: string[] | null
  autres_produits: string[] | null
  profil: Profil
  tranche_total: number
  tranche_dernier: number
  segment: Segment
  premier_don: string
  deuxieme_don: string | null
  dernier_don: string
  carriere_vfl: boolean
  cumul: number
  cumul_nombre: number
  cumul_vfl: number
  departement: string
}

interface DonateursCarrieres {
  contact_id: string
  exclu: boolean
  nombre: number
  nombre_vfl: number
  montant: number
  premier_jour: string
  deuxieme_jour: string | null
  dernier_jour: string
  premiere_annee: number
  derniere_annee: number
  premier_vfl: boolean
  dernier_vfl: boolean
  dernier_montant: number
  profil: Profil
  segment: Segment
  departement: string
}

/** A gift before (-1) or after (1) an import. */
interface DonsEcarts {
  signe: number
  order_date: string
  order_amount: number
  campagne: string
  media: string
  origine: string
  produit: string
  contact_id: string
  id: string
  code_vfl: string
}
