import { effetExclusion, type Historique } from '#contract/exclusions'
import { call } from '../service.server'
import type { Table } from '../ui/table'
import { defineTableOf } from './define.server'

const TYPES = { EXCLUSION: 'Exclusion', REINTEGRATION: 'Réintégration' } as const

/** A page of the event log. Its file holds all events that the filters find, and comes from the service. */
export function evenementsTable({ evenements }: Historique): Table {
  return {
    name: 'historique',
    title: 'Exclusions et réintégrations',
    columns: [
      { title: 'N°', format: 'nombre' },
      { title: 'Date', format: 'instant' },
      { title: 'Type', key: 'type', format: 'texte' },
      { title: 'Contact', format: 'texte' },
      { title: 'Donations', format: 'nombre' },
      { title: 'Montant', format: 'montant' },
      { title: 'Raison', format: 'texte' },
      { title: 'Par', format: 'texte' },
      { title: 'Empreinte', key: 'empreinte', format: 'texte' },
    ],
    rows: evenements.map((event) => [
      event.numero,
      event.survenu_le,
      TYPES[event.type],
      event.contact_id,
      event.donations_concernees,
      event.montant_concerne,
      event.raison,
      event.identite ? `${event.exclu_par} (${event.identite})` : event.exclu_par,
      event.empreinte,
    ]),
  }
}

/** What an exclusion or a reinstatement would change, by year. */
export const effetTable = defineTableOf(
  'effet-exclusion',
  async (request, query) => {
    const contact_id = query.get('contact_id') ?? ''
    return [await call(effetExclusion, { params: { contact_id } }, request)]
  },
  ({ contact_id, par_annee, donations, montant }) => ({
    title: `Dons de ${contact_id} par année`,
    columns: [
      { title: 'Année', format: 'annee' },
      { title: 'Donations', format: 'nombre' },
      { title: 'Montant', format: 'montant' },
    ],
    rows: par_annee.map((row) => [row.annee, row.donations, row.montant]),
    totals: [['Total', donations, montant]],
    query: { contact_id },
  }),
)
