import type { Donation } from '#contract/donations'
import { type Colonne, companyOf, nameOf } from './colonnes'

const code = (value: string | null) => (value === 'nan' ? null : value)

const COLONNES: Colonne<Donation>[] = [
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

const DETAILS: Colonne<Donation>[] = [
  { title: 'Commande', format: 'code', of: ({ order_id }) => order_id },
  { title: 'Produit', format: 'code', of: ({ product_code }) => code(product_code) },
  { title: 'Civilité', format: 'texte', of: ({ donateur }) => donateur.civility },
  { title: 'Ville', format: 'texte', of: ({ donateur }) => donateur.city },
  { title: 'Code postal', format: 'code', of: ({ donateur }) => donateur.zip },
  { title: 'E-mail', format: 'texte', of: ({ donateur }) => donateur.email },
  { title: 'Téléphone', format: 'code', of: ({ donateur }) => donateur.phone },
  { title: 'Naissance', format: 'jour', of: ({ donateur }) => donateur.birthdate },
  { title: 'Société', format: 'texte', of: ({ donateur }) => companyOf(donateur) },
  { title: 'Total donné', format: 'montant', of: ({ donateur }) => donateur.total_amount },
  { title: 'Premier don', format: 'jour', of: ({ donateur }) => donateur.first_donation_date },
  { title: 'Dernier don', format: 'jour', of: ({ donateur }) => donateur.last_donation_date },
]

const VALIDITE: Colonne<Donation> = {
  title: 'Validité',
  key: 'validite',
  format: 'texte',
  of: ({ exclu }) => (exclu ? 'EXCLU' : 'VALIDE'),
}

/** The list's columns, with or without donor details. */
export const colonnesDonations = (details: boolean): Colonne<Donation>[] => [
  ...COLONNES,
  ...(details ? DETAILS : []),
  VALIDITE,
]
