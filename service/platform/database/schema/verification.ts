import type { Generated } from 'kysely'
import type { GeneratedStamp, NullableStamp, OneRow } from './types'

/** Who may be fake, and who may be one person. */
export interface SchemaVerification {
  signalements: {
    contact_id: string
    regle: string
    cle: string
    sous: Generated<string[]>
    points: number
    faits: object
    vu_le: GeneratedStamp
    passage: GeneratedStamp
  }
  secret_raisons: OneRow & { interne: Buffer; externe: Buffer }
  signalements_etat: OneRow & {
    publication: number | null
    contacts: number | null
    regles: string | null
    trouves_le: NullableStamp
    evenement: number
    plafond: number | null
    poids: number | null
  }
  poids_en_vigueur: { regle: string; poids: number }
  doublons: {
    contact_id: string
    autre_id: string
    regle: string
    exacte: boolean
    cle: string
    contre: Generated<string[]>
  }
  doublons_etat: OneRow & {
    contacts: number | null
    regles: string | null
    trouves_le: NullableStamp
    groupes_de: NullableStamp
    evenement: number | null
    decisions: number | null
    publication: number | null
    exclus_version: number | null
    comptes: Record<string, number>
  }
  doublons_groupes: {
    contacts: string[]
    principal: string
    regles: string[]
    rang: number
    sur: boolean
    contre: Generated<string[]>
    donateurs: number
    montant: number
  }
}
