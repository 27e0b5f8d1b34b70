import type { ChampChange, DonChange } from '#contract/changements'
import { formatDay, formatMoney } from '#figures/format'
import { type Colonne, ouiNon } from './colonnes'

/** What the fields of both files are called; beside their headings, which no page needs. */
const NAMES: Readonly<Record<string, string>> = {
  id: 'Don',
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
interface Said {
  name: string
  before: string
  after: string
}

const sayChange = ({ champ, avant, apres }: ChampChange): Said => ({
  name: NAMES[champ] ?? champ,
  before: valueOf(champ, avant),
  after: valueOf(champ, apres),
})

/** A stored row that a file would change, in words. */
export interface ChangedRow {
  cle: string
  champs: Said[]
}

export const sayRows = (
  rows: readonly { cle: string; champs: readonly ChampChange[] }[],
): ChangedRow[] => rows.map(({ cle, champs }) => ({ cle, champs: champs.map(sayChange) }))

const SORTES: Record<DonChange['sorte'], string> = {
  ajoute: 'Ajouté',
  modifie: 'Modifié',
  mis_a_zero: 'Mis à zéro',
}

/** Changes that have no column of their own on the screen. */
const othersOf = ({ champs }: DonChange) =>
  champs
    .filter(({ champ }) => champ !== 'order_amount')
    .map(sayChange)
    .map(({ name, before, after }) => `${name}\u00A0: ${before} → ${after}`)
    .join('\u202F; ')

const allOf = ({ champs }: DonChange) =>
  champs
    .map(({ champ, avant, apres }) => `${champ}\u00A0: ${avant ?? '–'} → ${apres ?? '–'}`)
    .join('\u00A0; ')

const ecran = { place: 'ecran' } as const
const fichier = { place: 'fichier' } as const

const contact: Colonne<DonChange> = {
  title: 'Contact',
  format: 'code',
  of: ({ contact_id }) => contact_id,
}

/** The columns of the gifts that an import changed, all of them or those of a year. */
export const colonnesChangements = (annee: number | undefined): readonly Colonne<DonChange>[] => [
  { title: 'Don', format: 'code', of: ({ id }) => id },
  { ...contact, ...fichier },
  { title: 'Changement', format: 'texte', ...fichier, of: ({ sorte }) => SORTES[sorte] },
  {
    title: 'Changement',
    format: 'texte',
    ...ecran,
    of: ({ sorte, exclu }) => (exclu ? `${SORTES[sorte]} (donateur exclu)` : SORTES[sorte]),
  },
  { title: 'Date', format: 'jour', of: ({ jour }) => jour },
  { title: 'Montant avant', key: 'avant', format: 'montant', of: (don) => don.montant_avant },
  { title: 'Montant après', format: 'montant', of: (don) => don.montant_apres },
  {
    title: annee === undefined ? 'Effet' : `Effet sur ${annee}`,
    fichier: 'Effet',
    key: 'effet',
    format: 'montant',
    of: ({ effet }) => effet,
  },
  {
    title: 'Autres changements',
    key: 'champs',
    format: 'texte',
    ...ecran,
    of: (don) => othersOf(don) || '–',
  },
  { title: 'Champs changés', format: 'texte', ...fichier, of: allOf },
  { ...contact, key: 'contact', ...ecran },
  { title: 'Exclu', format: 'texte', ...fichier, of: ({ exclu }) => ouiNon(exclu) },
]
