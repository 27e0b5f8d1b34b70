import type { ChampChange } from '#contract/changements'
import { formatDay, formatMoney } from '#figures/format'

const NAMES: Record<string, string> = {
  order_id: 'Commande',
  order_amount: 'Montant',
  order_date: 'Date',
  contact_id: 'Donateur',
  codemedia_code: 'Média',
  campaign_code: 'Campagne',
  origincode_code: 'Origine',
  product_code: 'Produit',
  firstname: 'Prénom',
  lastname: 'Nom',
  city: 'Ville',
  zip: 'Code postal',
  email: 'E-mail',
  phone: 'Téléphone',
  birthdate: 'Date de naissance',
  civility: 'Civilité',
  is_company: 'Société',
}

const EMPTY = 'vide'

function valueOf(champ: string, value: string | null): string {
  if (value === null) return EMPTY
  if (champ === 'order_amount') return formatMoney(Number(value))
  if (champ === 'order_date') return formatDay(value)
  if (champ === 'is_company') return value === 'true' ? 'oui' : 'non'
  return value
}

/** A changed field in words. */
export interface Said {
  name: string
  before: string
  after: string
}

export const sayChange = ({ champ, avant, apres }: ChampChange): Said => ({
  name: NAMES[champ] ?? champ,
  before: valueOf(champ, avant),
  after: valueOf(champ, apres),
})
