import { capital, formatDay, formatInstant } from '#figures/format'
import { ouiNon } from '#files/colonnes'
import type { ShownTable } from '../../../ui/table'

type Stored = Record<string, unknown>

/** What is stored, by the name that the file has for it. */
const TITRES: Record<string, string> = {
  donateur: 'Fiche',
  donations: 'Dons',
  exclusions: 'Exclusions et fusions',
  decisions_legitimes: 'Jugements «\u00A0légitime\u00A0»',
  contact_collectif_possible: 'Contact collectif',
  signalements: 'Raisons de vérifier',
  imports: 'Changements par les imports',
  listes_gardees: 'Listes gardées',
  oppositions: 'Oppositions',
  remerciements: 'Remerciements',
  identites: 'Clés de reconnaissance',
  voies: 'Dons par clé',
  separations_de_cles: 'Clés séparées',
  cellules_dites: 'Fiches dites',
  memes_personnes: 'Mêmes personnes possibles',
  doublons: 'Doublons proposés',
  remboursements: 'Remboursements',
  lignes_rejetees: 'Lignes rejetées',
}

const COLONNES: Record<string, string> = {
  id: 'Donation',
  contact_id: 'Contact',
  civility: 'Civilité',
  firstname: 'Prénom',
  lastname: 'Nom',
  is_company: 'Société',
  birthdate: 'Naissance',
  email: 'E-mail',
  phone: 'Téléphone',
  city: 'Ville',
  zip: 'Code postal',
  order_id: 'Commande',
  order_amount: 'Montant (€)',
  order_date: 'Date',
  codemedia_code: 'Média',
  campaign_code: 'Campagne',
  origincode_code: 'Origine',
  product_code: 'Produit',
  survenu_le: 'Le',
  decide_le: 'Le',
  ecrit_le: 'Noté le',
  regle: 'Règle',
  import_id: 'Import',
  cle: 'Clé',
  genre: 'Nature',
  dite_le: 'Dernier don',
  nouveau_id: 'Nouveau numéro',
  apres: 'Après',
  numero: 'Numéro',
  levee: 'Levée',
  autre_id: 'Autre contact',
  depuis: 'Depuis la publication',
  jusqua: 'Jusqu’à',
  reprend: 'Reprend l’acte',
  annule: 'Reprend l’acte',
}

const named = (name: string) => COLONNES[name] ?? capital(name.replaceAll('_', ' '))

function said(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return ouiNon(value)
  if (Array.isArray(value)) return value.flatMap((one) => said(one) ?? []).join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .flatMap(([name, one]) => (said(one) === null ? [] : `${named(name)}\u00A0: ${said(one)}`))
      .join(' · ')
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return formatInstant(text)
  return /^\d{4}-\d\d-\d\d$/.test(text) ? formatDay(text) : text
}

function tableOf(name: string, rows: Stored[]): ShownTable {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((column) =>
    rows.some((row) => said(row[column]) !== null),
  )
  return {
    name,
    title: TITRES[name] ?? named(name),
    download: null,
    columns: columns.map((column) => ({ title: named(column), format: 'texte', blank: true })),
    rows: rows.map((row) => columns.map((column) => said(row[column]))),
  }
}

/** One field a row: what is stored once. */
const factsOf = (name: string, fields: Stored): ShownTable => ({
  name,
  title: TITRES[name] ?? named(name),
  download: null,
  columns: [
    { title: 'Champ', format: 'texte' },
    { title: 'Valeur', format: 'texte', blank: true },
  ],
  rows: Object.entries(fields).map(([field, value]) => [named(field), said(value)]),
})

/** What is stored of a person as tables, number by number; what there is nothing of has none. */
export function donneesTables(
  donnees: Stored & { meme_personne?: Stored[] },
): { contact: string; tables: ShownTable[] }[] {
  const { meme_personne = [], ...own } = donnees
  return [own, ...meme_personne].map(({ contact_id, ...stored }) => ({
    contact: String(contact_id),
    tables: Object.entries(stored).flatMap(([name, found]) => {
      if (Array.isArray(found)) return found.length > 0 ? [tableOf(name, found as Stored[])] : []
      return typeof found === 'object' && found !== null ? [factsOf(name, found as Stored)] : []
    }),
  }))
}
