import type { EvenementType } from '#contract/exclusions'
import type { OneRow } from './types'

/** The log of decisions, and what it says now. */
export interface SchemaExclusions {
  evenements_exclusion: EvenementsExclusion
  donateurs_exclus: DonateursExclus
  donateurs_exclus_recalcules: DonateursExclus
  groupes_contacts: GroupesContacts
  groupes_contacts_recalcules: GroupesContacts
  contacts_distincts: ContactsDistincts
  contacts_distincts_recalcules: ContactsDistincts
  donateurs_exclus_version: OneRow & { version: number }
}

interface EvenementsExclusion {
  numero: number
  evenement_id: string
  contact_id: string
  type: EvenementType
  raison: string
  exclu_par: string
  identite: string | null
  survenu_le: Date
  donations_concernees: number
  montant_concerne: number
  publication: number | null
  sceau: string | null
  contact_principal: string | null
  connues: string | null
  empreinte_precedente: string
  empreinte: string
}

interface GroupesContacts {
  contact_id: string
  contact_principal: string
  numero: number
}

interface ContactsDistincts {
  contact_a: string
  contact_b: string
  connues: string[]
  numero: number
}

interface DonateursExclus {
  contact_id: string
  numero: number
}
