import { effetEnsemble } from '#contract/exclure-plusieurs'
import { type Compte, effetExclusion, type Historique, historiqueCsv } from '#contract/exclusions'
import { plural } from '#figures/format'
import { COLONNES_EVENEMENTS } from '#files/evenements-columns'
import { call } from '../../../service/service.server'
import { defineTableOf } from '../../../tables/define.server'
import { gifts, linked } from '../../../tables/links'
import { listTable } from '../../../tables/list.server'
import { profileLabel } from '../../../tables/profils'
import { SEGMENTS } from '../../../tables/segments'
import { bandTitle } from '../../../tables/tranches'
import type { ShownTable } from '../../../ui/table'

/** A page of the event log under these filters; its file, served by the service, holds all matching events. */
export const evenementsTable = (
  { evenements, pagination }: Historique,
  query: Record<string, string>,
): ShownTable =>
  listTable({
    name: 'historique',
    title: 'Exclusions et réintégrations',
    colonnes: COLONNES_EVENEMENTS,
    rows: evenements,
    pagination,
    file: {
      href: historiqueCsv.page,
      query,
      what: plural(pagination.total_items, 'événement'),
    },
  })

/** Where screens count a donor in a year, one place each. */
const placesOf = (compte: Compte): string[] => [
  compte.groupe === 'nouveaux' ? 'Nouveau' : 'Ancien',
  compte.groupe === 'nouveaux' ? compte.codemedia_code : '',
  compte.origincode_code,
  bandTitle(compte.tranche_total),
  bandTitle(compte.tranche_dernier),
  SEGMENTS.find(({ key }) => key === compte.segment)?.name ?? '',
  profileLabel(compte.profil_campagne),
]

/** The published figures do not know that year. */
const PLACES_INCONNUES = Array.from({ length: 7 }, () => null)

/** What an exclusion or reinstatement would change on each screen, by year. */
export const effetTable = defineTableOf(
  'effet-exclusion',
  async (request, query) => {
    const contact_id = query.get('contact_id') ?? ''
    return [await call(effetExclusion, { params: { contact_id } }, request)]
  },
  ({ contact_id, exclu, par_annee }) => ({
    title: exclu ? 'Ce que les chiffres regagnent' : 'Ce que les chiffres perdent',
    columns: [
      { title: 'Année', format: 'annee' },
      { title: 'Dons', format: 'nombre', group: 'Dashboard' },
      { title: 'Montant', format: 'montant', group: 'Dashboard' },
      { title: 'Donateur', format: 'texte', group: 'Nouveaux' },
      { title: 'Média', format: 'code', group: 'Nouveaux' },
      { title: 'Origine', format: 'code', group: 'Nouveaux' },
      { title: 'Total de l’année', format: 'texte', group: 'Montants' },
      { title: 'Dernier don', format: 'texte', group: 'Montants' },
      { title: 'Segment', format: 'texte', group: 'Donateurs' },
      { title: 'Profil', format: 'texte', group: 'Campagnes' },
    ],
    rows: par_annee.map(({ annee, donations: dons, montant, compte }) => [
      annee,
      exclu ? dons : linked(dons, gifts({ annee, contact_id })),
      montant,
      ...(compte ? placesOf(compte) : PLACES_INCONNUES),
    ]),
    query: { contact_id },
  }),
)

/** The contacts in a URL, as JSON. */
function contactsOf(query: URLSearchParams): string[] {
  try {
    const named: unknown = JSON.parse(query.get('contacts') ?? '[]')
    return Array.isArray(named) ? named.map(String) : []
  } catch {
    return []
  }
}

/** What excluding several donors at once would change, by year. */
export const effetEnsembleTable = defineTableOf(
  'effet-exclusions',
  async (request, query) => {
    const contacts = contactsOf(query)
    return [contacts, await call(effetEnsemble, { body: { contacts } }, request)]
  },
  (contacts, { par_annee, donateurs, donations, montant }) => ({
    title: 'Ce que les chiffres perdent, par année',
    columns: [
      { title: 'Année', format: 'annee' },
      { title: 'Donateurs', format: 'nombre' },
      { title: 'Dons', format: 'nombre' },
      { title: 'Montant', format: 'montant' },
    ],
    rows: par_annee.map((row) => [row.annee, row.donateurs, row.donations, row.montant]),
    totals: [
      ['Toutes les années', donateurs.filter(({ exclu }) => !exclu).length, donations, montant],
    ],
    query: { contacts: JSON.stringify(contacts) },
  }),
)
