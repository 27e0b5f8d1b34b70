import { TYPES_EVENEMENTS } from '#contract/constants'
import { type Fiche, fiche } from '#contract/fiches'
import { capital } from '#figures/format'
import { actorOf } from '#files/colonnes'
import { call } from '../../../service/service.server'
import { defineTableOf } from '../../../tables/define.server'
import { donationsOf, gifts, linked } from '../../../tables/links'
import { pageOnly } from '../../../tables/paged'
import type { Cell, ShownTable, Table } from '../../../ui/table'

const PAGE_SIZE = 20
const MOST = 100

export const readFiche = (
  request: Request,
  contact_id: string,
  page: { page: number; limit: number } = { page: 1, limit: PAGE_SIZE },
): Promise<Fiche> => call(fiche, { params: { contact_id }, query: page }, request)

const contactOf = (query: URLSearchParams) => query.get('contact') ?? ''

/** Defines a table of a contact's card. */
const defineFicheTable = (name: string, content: (fiche: Fiche) => Omit<Table, 'name'>) =>
  defineTableOf(
    name,
    async (request, query) => [await readFiche(request, contactOf(query))],
    (fiche: Fiche) => ({ ...content(fiche), query: { contact: fiche.contact_id } }),
  )

/**
 * A year's gifts, with their link. For an excluded donor, whose gifts do not count, links to everything stored, which
 * only matches the count without gifts of 0 €.
 */
function linkedYear(
  { contact_id, exclu, carriere }: Pick<Fiche, 'contact_id' | 'exclu' | 'carriere'>,
  annee: number,
  dons: number,
): Cell {
  const donor = { annee, contact_id }
  if (!exclu) return linked(dons, gifts(donor))
  return carriere.dons_nuls === 0 ? linked(dons, donationsOf(donor)) : dons
}

/** Every year from the first gift on, with the status at its end and why. */
export const anneesFiche = defineFicheTable('fiche-annees', ({ annees, ...donateur }) => ({
  definition: 'statuts',
  title: 'Année par année',
  columns: [
    { title: 'Année', format: 'annee' },
    { title: 'Dons', format: 'nombre' },
    { title: 'Montant', format: 'montant' },
    { title: 'Statut et raison', format: 'texte' },
  ],
  rows: annees.map(({ annee, nombre_dons, montant, raison }) => [
    annee,
    linkedYear(donateur, annee, nombre_dons),
    montant,
    capital(raison),
  ]),
}))

/** Data of the chart. */
export const montantsFiche = defineFicheTable('fiche-montants', ({ annees }) => ({
  definition: 'carriere',
  title: 'Montant donné par année',
  columns: [
    { title: 'Année', format: 'annee' },
    { title: 'Montant', format: 'montant' },
  ],
  rows: annees.map(({ annee, montant }) => [annee, montant]),
}))

/** Every donation, read page by page. */
async function readAll(request: Request, contact: string): Promise<Fiche> {
  const first = await readFiche(request, contact, { page: 1, limit: MOST })
  const donations = [...first.donations]
  for (let page = 2; page <= first.pagination.total_pages; page++)
    donations.push(...(await readFiche(request, contact, { page, limit: MOST })).donations)
  return { ...first, donations }
}

const code = (value: string | null) => (value === 'nan' ? null : value)

const donsDe = ({ contact_id, donations, personne }: Fiche): Omit<Table, 'name'> => ({
  title: 'Tous les dons',
  columns: [
    { title: 'Donation', format: 'code' },
    { title: 'Date', format: 'jour' },
    ...(personne ? [{ title: 'Contact', format: 'code' } as const] : []),
    { title: 'Montant', format: 'montant' },
    { title: 'Média', format: 'code' },
    { title: 'Campagne', format: 'code' },
    { title: 'Origine', format: 'code' },
    { title: 'Produit', format: 'code' },
    { title: 'Commande', format: 'code' },
  ],
  rows: donations.map((don) => [
    don.id,
    don.order_date,
    ...(personne ? [don.contact_id] : []),
    don.order_amount,
    code(don.codemedia_code),
    code(don.campaign_code),
    code(don.origincode_code),
    code(don.product_code),
    don.order_id,
  ]),
  query: { contact: contact_id },
})

export const donsFiche = defineTableOf(
  'fiche-dons',
  async (request, query) => [await readAll(request, contactOf(query))],
  donsDe,
)

/** A page of the donations; the file has all of them. */
export function pageDonsFiche(page: Fiche): ShownTable {
  const { total_pages, current_page } = page.pagination
  const table = donsFiche.build(page)
  if (total_pages <= 1) return table
  return {
    ...table,
    ...pageOnly(page.pagination),
    definition: 'carriere',
    title: `Tous les dons, page ${current_page} sur ${total_pages}`,
    download: table.download && {
      ...table.download,
      text: 'Télécharger «\u00A0Tous les dons\u00A0» (CSV)',
    },
  }
}

/** The contact's exclusions and reinstatements, latest first. */
export const evenementsFiche = defineFicheTable('fiche-exclusions', ({ evenements }) => ({
  title: 'Exclusions et réintégrations',
  columns: [
    { title: 'N°', format: 'nombre' },
    { title: 'Date', format: 'instant' },
    { title: 'Type', format: 'texte' },
    { title: 'Dons', format: 'nombre' },
    { title: 'Montant', format: 'montant' },
    { title: 'Raison', format: 'texte' },
    { title: 'Par', format: 'texte' },
  ],
  rows: evenements.map((event) => [
    event.numero,
    event.survenu_le,
    event.contact_principal
      ? `${TYPES_EVENEMENTS[event.type].un}, ${event.contact_id} avec ${event.contact_principal}`
      : TYPES_EVENEMENTS[event.type].un,
    event.donations_concernees,
    event.montant_concerne,
    event.raison,
    actorOf(event.exclu_par, event.identite),
  ]),
}))
