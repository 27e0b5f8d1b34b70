import type { Generated, GeneratedAlways } from 'kysely'
import type { GeneratedStamp, Nullable, NullableStamp, OneRow, Stamp } from './types'

/** Refreshes, publications, controls, and the jobs that make them. */
export interface SchemaPublication {
  parametres: ParametresTable
  leases: Leases
  rafraichissements: Rafraichissements
  rafraichissement_vues: RafraichissementVues
  rafraichissement_du: { du: boolean; entier: boolean }
  chiffres_compares: {
    nom: string
    lignes: number
    differentes: number
    compare_le: GeneratedStamp
  }
  durees_des_vues: { name: string; entier: boolean; duration: number }
  etat_donnees: EtatDonnees
  derniers_chiffres: EtatDonnees & {
    commence_le: Date
    calcule_le: Date
    numero: number
    exclus_version: number
  }
  controles_faits: ControlesFaits
  parcours_faits: OneRow & ParcoursFaits
  faits_en_ecart: { contact_id: string; annee: number; colonnes: string }
  controles_etat: OneRow & {
    etat: string | null
    calcule_le: NullableStamp
    entier_le: NullableStamp
    entier: Generated<boolean>
    duree: number | null
  }
  totaux_comptables: TotauxComptables
  totaux_en_vigueur: TotauxEnVigueur
  publications: PublicationsTable
  publications_lignes: { vue: string; ligne: string; depuis: number; jusqua: number | null }
  publications_causes: PublicationsCauses
  publications_effets: { publication: number; rang: number } & Effet
}

interface ParametresTable extends OneRow {
  campagne_vfl_motif: string
}

interface EtatDonnees {
  imports: number
  evenement: number
  campagne_vfl_motif: string
  /** Hash of the view definitions. */
  vues: string
}

interface Rafraichissements extends Nullable<EtatDonnees> {
  id: string
  status: Generated<'in_progress' | 'completed' | 'error'>
  /** Sequence number of the refreshes; the latest is the largest. */
  numero: GeneratedAlways<number>
  commence_le: GeneratedStamp
  termine_le: NullableStamp
  error: string | null
  calcule_le: NullableStamp
  exclus_version: number | null
  entier: Generated<boolean>
}

interface Leases {
  job_id: string
  kind: 'staging' | 'import' | 'refresh' | 'lecture'
  attempt: Generated<number>
  expires_at: Stamp
  backend_pid: number | null
  backend_since: NullableStamp
}

interface RafraichissementVues {
  rafraichissement_id: string
  position: number
  name: string
  display_name: string
  status: Generated<'pending' | 'in_progress' | 'completed' | 'error'>
  commence_le: NullableStamp
  duration: number | null
  estimated_duration: number | null
  error: string | null
}

interface ControlesFaits {
  code: string
  groupe: string
  phrase: string
  unite: 'nombre' | 'euros'
  parties_en_ecart: number
  partie: string | null
  gauche: number
  droite: number
  ecart: number
}

interface PublicationsTable {
  numero: number
  publie_le: Stamp
  evenement: number
  trouvee_le: NullableStamp
  ecriture: string | null
  empreinte_precedente: string | null
  empreinte: string | null
}

interface PublicationsCauses {
  publication: number
  rang: number
  nature: 'DEPART' | 'IMPORT' | 'EXCLUSION' | 'REINTEGRATION' | 'FUSION' | 'SEPARATION' | 'AUTRE'
  le: Stamp
  fichier_id: string | null
  evenement: number | null
  nom: string | null
  inseres: number | null
  modifies: number | null
}

interface Effet {
  annee: number
  dons: number
  montant: number
  donateurs: number
}

interface ParcoursFaits {
  contact_id: Generated<string>
  don_id: Generated<string>
  compares: Generated<number>
  compares_avant: Generated<number>
  tour_acheve_le: NullableStamp
}

interface TotauxComptables {
  numero: Generated<number>
  annee: number
  mois: number | null
  montant: number | null
  saisi_par: string
  identite: string | null
  saisi_le: GeneratedStamp
  motif: string | null
}

interface TotauxEnVigueur {
  annee: number
  mois: number | null
  montant: number
  saisi_par: string
  identite: string | null
  saisi_le: Stamp
}
