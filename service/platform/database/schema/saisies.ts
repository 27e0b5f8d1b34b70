import type { ColumnType, Generated } from 'kysely'
import type { GeneratedStamp, NullableStamp } from './types'

/** What people type or keep: the dictionary, aims, oppositions, lists. */
export interface SchemaSaisies {
  listes_gardees: {
    liste_id: Generated<string>
    nom: string
    adresse: string
    gardee_par: string
    gardee_le: GeneratedStamp
    retiree_par: string | null
    retiree_le: Date | null
  }
  listes_membres: { liste_id: string; contact_id: string; depuis: number; jusqua: number | null }
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
