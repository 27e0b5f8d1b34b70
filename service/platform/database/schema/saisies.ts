import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { GeneratedStamp, NullableStamp, OneRow, Stamp } from './types'

/** What people type or keep: the dictionary, aims, oppositions, lists. */
export interface SchemaSaisies {
  campagnes_versions: CampagnesVersions
  campagnes_en_vigueur: Omit<CampagnesVersions, 'numero' | 'saisi_le'> & { saisi_le: Stamp }
  objectifs: ObjectifsTable
  objectifs_en_vigueur: Omit<ObjectifsTable, 'numero' | 'valeur' | 'saisi_le'> & {
    valeur: number
    saisi_le: Stamp
  }
  oppositions_actes: OppositionsActes
  oppositions_en_vigueur: Omit<OppositionsActes, 'numero' | 'levee' | 'ecrit_le'> & {
    numero: number
    ecrit_le: Stamp
  }
  oppositions_adresses: { adresse: Buffer; email: string }
  listes_gardees: {
    liste_id: Generated<string>
    nom: string
    adresse: string
    gardee_par: string
    gardee_le: GeneratedStamp
    retiree_par: string | null
    retiree_le: Date | null
  }
  listes_mesures: { liste_id: string; publication: number; donateurs: number; montant: number }
  listes_membres: { liste_id: string; contact_id: string; depuis: number; jusqua: number | null }
  listes_mesurees: OneRow & { publication: number | null }
  journal_exports: JournalExports
}

interface JournalExports {
  export_id: Generated<string>
  commence_le: GeneratedStamp
  termine_le: NullableStamp
  fichier: string
  par: string
  parametres: ColumnType<Record<string, string>, string, string>
  lignes: number | null
  sha256: string | null
}

interface CampagnesVersions {
  numero: GeneratedAlways<number>
  code: string
  nom: string | null
  famille: string | null
  exercice: number | null
  cout: number | null
  envois: number | null
  debut: string | null
  fin: string | null
  saisi_par: string
  identite: string | null
  saisi_le: GeneratedStamp
}

interface ObjectifsTable {
  numero: GeneratedAlways<number>
  annee: number
  mesure: 'montant' | 'donateurs' | 'nouveaux'
  famille: string | null
  valeur: number | null
  saisi_par: string
  identite: string | null
  saisi_le: GeneratedStamp
}

interface OppositionsActes {
  numero: GeneratedAlways<number>
  levee: boolean
  nature: 'deces' | 'courrier' | 'email' | 'telephone'
  contact_id: string | null
  adresse: Buffer | null
  jour: string
  raison: string
  par: string
  ecrit_le: GeneratedStamp
}
