import type { ColumnType, Generated } from 'kysely'

/** The tables and views as Kysely sees them, one entry an object of `migrations/`. */
export interface Schema {
  donateurs: Donateurs
  donations: Donations
  parametres: ParametresTable
  evenements_exclusion: EvenementsExclusion
  donateurs_exclus: DonateursExclus
  donateurs_exclus_recalcules: DonateursExclus
}

type Stamp = ColumnType<Date, Date | string, Date | string>
export type GeneratedStamp = Generated<Stamp>

interface Donateurs {
  contact_id: string
  firstname: string | null
  lastname: string | null
  city: string | null
  zip: string | null
  email: string | null
  phone: string | null
  birthdate: string | null
  civility: string | null
  is_company: boolean | null
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

interface ParametresTable {
  campagne_vfl_motif: string
}

interface EvenementsExclusion {
  numero: number
  evenement_id: string
  contact_id: string
  type: 'EXCLUSION' | 'REINTEGRATION'
  raison: string
  exclu_par: string
  identite: string | null
  survenu_le: Date
  donations_concernees: number
  montant_concerne: number
  empreinte_precedente: string
  empreinte: string
}

interface DonateursExclus {
  contact_id: string
  numero: number
}
