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
  decisions_legitimes: DecisionsLegitimes
  contacts_collectifs: { contact_id: string }
  collectifs_possibles: {
    contact_id: string
    donations: number
    montant: number
    medias: number
    par_nom: boolean
  }
  secret_raisons: OneRow & { interne: Buffer; externe: Buffer }
  donateurs_signales: {
    contact_id: string
    points: number
    regles: string[]
    montant: number
    donations: number
    premier_don: string
    dernier_don: string
    compte: boolean
    histoire: Generated<number>
  }
  suspects_par_jour: {
    jour: string
    recul: number | null
    nombre: number
    montant: number
    donateurs: number
  }
  signalements_etat: OneRow & {
    publication: number | null
    contacts: number | null
    regles: string | null
    trouves_le: NullableStamp
    evenement: number
    plafond: number | null
    generation: number | null
    poids: number | null
  }
  contacts_a_revoir: {
    contact_id: string
    pour: Generated<'signalements' | 'doublons' | 'groupes'>
  }
  suites_noms: { suite: string; frequence: number }
  poids_regles: PoidsRegles
  poids_en_vigueur: Pick<PoidsRegles, 'regle' | 'poids'>
  doublons: { contact_id: string; autre_id: string; regle: string; exacte: boolean; cle: string }
  fiches_comparees: Record<
    | 'contact_id'
    | 'nom'
    | 'mots'
    | 'prenom'
    | 'zip'
    | 'email'
    | 'mobile'
    | 'naissance'
    | 'sexe'
    | 'raison_sociale',
    string
  > & { societe: boolean }
  doublons_etat: OneRow & {
    contacts: number | null
    regles: string | null
    trouves_le: NullableStamp
    groupes_de: NullableStamp
    evenement: number | null
    decisions: number | null
    publication: number | null
    generation: number | null
    exclus_version: number | null
    comptes: Record<string, number>
  }
  doublons_groupes: {
    contacts: string[]
    principal: string
    regles: string[]
    rang: number
    sur: boolean
    donateurs: number
    montant: number
  }
}

interface DecisionsLegitimes {
  decision_id: string
  contact_id: string
  nature: Generated<'LEGITIME' | 'COLLECTIF' | 'INDIVIDUEL'>
  raison: string
  decide_par: string
  identite: string | null
  decide_le: Date
  points: number
  connues: object
}

interface PoidsRegles {
  decision_id: string
  numero: Generated<number>
  regle: string
  poids: number
  raison: string
  decide_par: string
  identite: string | null
  decide_le: Date
  exclus: number
  legitimes: number
}
