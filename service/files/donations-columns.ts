import type { Donateur, Donation } from '#contract/donations'
import type { CsvCell } from './csv'

/** A column of the donations list, on screen and in its file. Codes never wrap. */
export interface ColonneDonations {
  title: string
  /** Set for columns that the screen renders specially. */
  key?: 'donateur' | 'contact' | 'media' | 'validite'
  format: 'texte' | 'code' | 'jour' | 'montant'
  /** What sorts the list by it. */
  tri?: 'montant' | 'date'
  of: (donation: Donation) => CsvCell
}

const code = (value: string | null) => (value === 'nan' ? null : value)

/** The name of a person or company; null without a card. */
const nameOf = ({ firstname, lastname }: Donateur): string | null =>
  [firstname, lastname].filter(Boolean).join(' ') || null

const company = ({ is_company }: Donateur) =>
  is_company === null ? null : is_company ? 'Oui' : 'Non'

const COLONNES: ColonneDonations[] = [
  { title: 'Donation', format: 'code', of: ({ id }) => id },
  { title: 'Date', format: 'jour', tri: 'date', of: ({ order_date }) => order_date },
  {
    title: 'Montant',
    format: 'montant',
    tri: 'montant',
    of: ({ order_amount }) => order_amount,
  },
  { title: 'Donateur', key: 'donateur', format: 'texte', of: ({ donateur }) => nameOf(donateur) },
  { title: 'Contact', key: 'contact', format: 'code', of: ({ contact_id }) => contact_id },
  {
    title: 'Média',
    key: 'media',
    format: 'code',
    of: ({ codemedia_code }) => code(codemedia_code),
  },
  { title: 'Campagne', format: 'code', of: ({ campaign_code }) => code(campaign_code) },
  { title: 'Origine', format: 'code', of: ({ origincode_code }) => code(origincode_code) },
]

const DETAILS: ColonneDonations[] = [
  { title: 'Commande', format: 'code', of: ({ order_id }) => order_id },
  { title: 'Produit', format: 'code', of: ({ product_code }) => code(product_code) },
  { title: 'Civilité', format: 'texte', of: ({ donateur }) => donateur.civility },
  { title: 'Ville', format: 'texte', of: ({ donateur }) => donateur.city },
  { title: 'Code postal', format: 'code', of: ({ donateur }) => donateur.zip },
  { title: 'E-mail', format: 'texte', of: ({ donateur }) => donateur.email },
  { title: 'Téléphone', format: 'code', of: ({ donateur }) => donateur.phone },
  { title: 'Naissance', format: 'jour', of: ({ donateur }) => donateur.birthdate },
  { title: 'Société', format: 'texte', of: ({ donateur }) => company(donateur) },
  { title: 'Total donné', format: 'montant', of: ({ donateur }) => donateur.total_amount },
  { title: 'Premier don', format: 'jour', of: ({ donateur }) => donateur.first_donation_date },
  { title: 'Dernier don', format: 'jour', of: ({ donateur }) => donateur.last_donation_date },
]

const VALIDITE: ColonneDonations = {
  title: 'Validité',
  key: 'validite',
  format: 'texte',
  of: ({ exclu }) => (exclu ? 'EXCLU' : 'VALIDE'),
}

/** The list's columns, with or without donor details. */
export const colonnesDonations = (details: boolean): ColonneDonations[] => [
  ...COLONNES,
  ...(details ? DETAILS : []),
  VALIDITE,
]
