import { effetEnsemble } from '#contract/exclure-plusieurs'
import { type Compte, effetExclusion, type Historique } from '#contract/exclusions'
import { formatWeight, plural } from '#figures/format'
import { TYPES_EVENEMENTS } from '../exclusions/types'
import { call } from '../service.server'
import type { ShownTable } from '../ui/table'
import { actorOf } from './actor'
import { guessWeight } from './csv.server'
import { defineTableOf } from './define.server'
import { gifts, linked } from './links'
import { pageOnly } from './paged'
import { profileLabel } from './profils'
import { SEGMENTS } from './segments'
import { bandTitle } from './tranches'

/** Link to the file of all filtered events; its size is estimated from this page. */
function wholeLog({ evenements, pagination }: Historique, filters: Record<string, string>) {
  const shown = new TextEncoder().encode(evenements.flatMap(Object.values).join(';')).length
  const weight = guessWeight(shown, evenements.length, pagination.total_items)
  return {
    href: `/donations/historique.csv?${new URLSearchParams(filters)}`,
    text: `Télécharger ${plural(pagination.total_items, 'événement')} (CSV, environ ${formatWeight(weight)})`,
  }
}

/** A page of the event log under these filters. Its file holds all matching events, served by the service. */
export function evenementsTable(log: Historique, filters: Record<string, string>): ShownTable {
  return {
    name: 'historique',
    title: 'Exclusions et réintégrations',
    ...pageOnly(log.pagination),
    columns: [
      { title: 'N°', format: 'nombre' },
      { title: 'Date', format: 'instant' },
      { title: 'Type', key: 'type', format: 'texte' },
      { title: 'Contact', key: 'contact', format: 'texte' },
      { title: 'Dons', format: 'nombre' },
      { title: 'Montant', format: 'montant' },
      { title: 'Raison', format: 'texte' },
      { title: 'Par', format: 'texte' },
      { title: 'Empreinte', key: 'empreinte', format: 'texte' },
    ],
    rows: log.evenements.map((event) => [
      event.numero,
      event.survenu_le,
      TYPES_EVENEMENTS[event.type],
      event.contact_principal
        ? `${event.contact_id}, avec ${event.contact_principal}`
        : event.contact_id || null,
      event.donations_concernees,
      event.montant_concerne,
      event.raison,
      actorOf(event.exclu_par, event.identite),
      event.empreinte,
    ]),
    download: wholeLog(log, filters),
  }
}

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
