import type { Donateur, Donation, DonationsPage } from '#contract/donations.ts'
import type { Cell, Column, Table } from '../ui/table'

interface Field extends Column {
  of: (donation: Donation) => Cell
}

const code = (value: string | null) => (value === 'nan' ? null : value)

/** The name of a person or a company; null where there is no card. */
export function nameOf({ firstname, lastname }: Donateur): string | null {
  return [firstname, lastname].filter(Boolean).join(' ') || null
}

const company = ({ is_company }: Donateur) =>
  is_company === null ? null : is_company ? 'Oui' : 'Non'

const FIELDS: Field[] = [
  { title: 'Donation', format: 'texte', of: ({ id }) => id },
  { title: 'Date', format: 'jour', of: ({ order_date }) => order_date },
  { title: 'Montant', format: 'montant', of: ({ order_amount }) => order_amount },
  { title: 'Donateur', format: 'texte', of: ({ donateur }) => nameOf(donateur) },
  { title: 'Contact', format: 'texte', of: ({ contact_id }) => contact_id },
  { title: 'Média', format: 'texte', of: ({ codemedia_code }) => code(codemedia_code) },
  { title: 'Campagne', format: 'texte', of: ({ campaign_code }) => code(campaign_code) },
  { title: 'Origine', format: 'texte', of: ({ origincode_code }) => code(origincode_code) },
]

const DETAILS: Field[] = [
  { title: 'Commande', format: 'texte', of: ({ order_id }) => order_id },
  { title: 'Produit', format: 'texte', of: ({ product_code }) => code(product_code) },
  { title: 'Civilité', format: 'texte', of: ({ donateur }) => donateur.civility },
  { title: 'Ville', format: 'texte', of: ({ donateur }) => donateur.city },
  { title: 'Code postal', format: 'texte', of: ({ donateur }) => donateur.zip },
  { title: 'E-mail', format: 'texte', of: ({ donateur }) => donateur.email },
  { title: 'Téléphone', format: 'texte', of: ({ donateur }) => donateur.phone },
  { title: 'Naissance', format: 'texte', of: ({ donateur }) => donateur.birthdate },
  { title: 'Société', format: 'texte', of: ({ donateur }) => company(donateur) },
  { title: 'Total donné', format: 'montant', of: ({ donateur }) => donateur.total_amount },
  { title: 'Premier don', format: 'jour', of: ({ donateur }) => donateur.first_donation_date },
  { title: 'Dernier don', format: 'jour', of: ({ donateur }) => donateur.last_donation_date },
]

const VALIDITY: Field = {
  title: 'Validité',
  format: 'texte',
  of: ({ exclu }) => (exclu ? 'EXCLU' : 'VALIDE'),
}

/** One page of the list, with or without the donors' details. */
export function donationsTable(
  { donations, pagination }: DonationsPage,
  { annee, details }: { annee: number; details: boolean },
): Table {
  const fields = [...FIELDS, ...(details ? DETAILS : []), VALIDITY]
  const page = pagination.current_page
  return {
    name: 'donations',
    title: `Donations ${annee}, page ${page} sur ${Math.max(1, pagination.total_pages)}`,
    columns: fields.map(({ title, format }) => ({ title, format })),
    rows: donations.map((donation) => fields.map(({ of }) => of(donation))),
    query: { annee, page, ...(details && { details: 1 }) },
  }
}
