import type { Generated, GeneratedAlways } from 'kysely'
import type { GeneratedStamp, Nullable, NullableStamp, OneRow, Stamp } from './types'

/** Refreshes, publications, controls, and the jobs that make them. */
export interface SchemaPublication {
  parametres: ParametresTable
  leases: Leases
  rafraichissements: Rafraichissements
  rafraichissement_vues: RafraichissementVues
  rafraichissement_du: { du: boolean; entier: boolean }
  durees_des_vues: { name: string; entier: boolean; duration: number }
  etat_donnees: EtatDonnees
  controles_etat: OneRow & {
    etat: string | null
    calcule_le: NullableStamp
    entier_le: NullableStamp
    entier: Generated<boolean>
    duree: number | null
  }
  publications: PublicationsTable
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
  status: Generated<'pending' | 'in_progress' | 'completed' | 'error'>
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
  kind: 'staging' | 'import' | 'refresh' | 'lecture' | 'depot'
  attempt: Generated<number>
  /** Null once expired. */
  renewals: Generated<number | null>
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
  inchangee: Generated<boolean>
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
