import type { ColumnType, Generated } from 'kysely'
import type { Identite } from '#contract/identite'
import type { GeneratedStamp, NullableStamp } from './types'

/** What imports read, write and note of it. */
export interface SchemaImports {
  fiches_deplacees: { contact_id: string | null }
  donateurs: { contact_id: string } & Identite
  fiches: { contact_id: string } & Identite
  donations: Donations
  fichiers: Fichiers
  imports: Imports
  imports_rejets: ImportsRejets
  lectures_fichiers: LecturesFichiers
  identites: { cle: Buffer; contact_id: string; fichier_id: string | null }
  identites_ambigues: {
    contact_id: string
    autre_id: string
    vu_le: GeneratedStamp
    fichier_id: string | null
  }
  remboursements_avant_import: {
    fichier_id: string
    cle: string
    avant: object | null
    apres: object
  }
  modeles_fichiers: ModelesFichiers
  lignes_avant_import: {
    fichier_id: string
    cle: string
    avant: object | null
    apres: object
    annees: number[]
  }
  mots_noms: { mot: string; trigrammes: string[] }
  depot_fichiers: DepotFichiers
  depot_etat: { seul: Generated<boolean>; phrase: string | null; le: GeneratedStamp }
}

interface DepotFichiers {
  depot_id: Generated<string>
  nom: string
  taille: number
  marque: string
  sha256: Generated<string>
  fichier_id: string | null
  sort: 'importe' | 'a_decider' | 'refuse' | 'parti' | null
  phrase: Generated<string>
  chemin: string | null
  vu_le: GeneratedStamp
  termine_le: NullableStamp
}

interface Donations {
  id: string
  order_id: string | null
  order_amount: number
  order_date: string
  contact_id: string
  codemedia_code: string | null
  campaign_code: string | null
  origincode_code: string | null
  product_code: string | null
}

interface Fichiers {
  fichier_id: string
  type: 'donateurs' | 'donations' | 'fichier'
  nom: string
  taille: Generated<number>
  sha256: Generated<string>
  /** The `Lecture` of the file; null while being read. */
  lecture: unknown
  apercus: Generated<Record<string, unknown>>
  en_depot: Generated<boolean>
  poids: Generated<number>
  depose_le: GeneratedStamp
  depose_par: Generated<string>
  /** The file of a tool whose cards these are. */
  de: Generated<string | null>
}

interface LecturesFichiers {
  lecture_id: string
  fichier_id: string
  empreinte: string
  lecture: ColumnType<object, string, string>
  lues: unknown
  compte: unknown
  apres: Generated<number | null>
  prevu: unknown
  refus: unknown
  traitees: Generated<number>
  total: Generated<number | null>
  demandee_le: GeneratedStamp
}

interface ModelesFichiers {
  id: string
  version: number
  nom: string
  lecture: ColumnType<object, string, string>
  par: string
  le: GeneratedStamp
}

interface Imports {
  fichier_id: string
  statut: 'processing' | 'completed' | 'error'
  attempt: Generated<number>
  completer: Generated<boolean>
  importe_par: string | null
  commence_le: NullableStamp
  termine_le: NullableStamp
  etape: Generated<string>
  pourcentage: Generated<number>
  portion: Generated<number>
  traitees: Generated<number>
  total: Generated<number>
  message: Generated<string>
  erreurs: Generated<string[]>
  resultat: unknown
  /** Of a tool's file: what its import was asked with. */
  demande: unknown
  lignes_gardees: Generated<boolean>
  /** The import that this one undoes. */
  annule: string | null
  /** The contact whose keys this one parts. */
  partage: string | null
}

interface ImportsRejets {
  fichier_id: string
  ligne: number
  texte: string
  motif: string
  motif_complete: string
}
