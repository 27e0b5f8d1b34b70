import type { ActeOpposition, Oppositions } from '#contract/oppositions'
import { plural } from '#figures/format'
import { NATURES_OPPOSITION } from '#files/oppositions-words'
import { LEVEE_PATH, OPPOSITIONS } from '../oppositions/paths'
import { cardPath } from '../ui/donor-link'
import { pagePlace } from '../ui/print-list'
import type { Cell, ShownTable, Table } from '../ui/table'
import { wholeFile } from './csv.server'
import { pageOnly } from './paged'

const ERASED = '(adresse effacée)'

const whomOf = ({ contact_id, email }: ActeOpposition): Cell =>
  contact_id === null
    ? (email ?? ERASED)
    : { value: `Contact ${contact_id}`, href: cardPath(contact_id) }

/** What to do about an act, or what became of it. */
function stateOf({ numero, levee, vaut }: ActeOpposition): Cell {
  if (levee) return 'Levée'
  return vaut ? { value: 'Lever', href: `${LEVEE_PATH}?numero=${numero}` } : 'Ne vaut plus'
}

/** A page of the oppositions; their file, served by the service, has them all. */
export function oppositionsTable(
  { actes, pagination }: Oppositions,
  filters: Record<string, string>,
): ShownTable {
  const isActs = filters['etat'] === 'actes'
  const table: Table = {
    name: 'oppositions',
    title: `${isActs ? 'Tous les actes' : 'Oppositions qui valent'}, ${pagePlace(pagination)}`,
    ...pageOnly(pagination),
    columns: [
      { title: 'Qui', format: 'texte' },
      { title: 'Nature', format: 'texte' },
      { title: 'Jour', format: 'jour' },
      { title: 'Raison', format: 'texte' },
      { title: 'Par', format: 'texte' },
      { title: 'Noté le', format: 'instant' },
      { title: 'Acte', format: 'texte' },
    ],
    rows: actes.map((acte) => [
      whomOf(acte),
      NATURES_OPPOSITION[acte.nature],
      acte.jour,
      acte.raison,
      acte.par,
      acte.ecrit_le,
      stateOf(acte),
    ]),
  }
  const total = pagination.total_items
  return {
    ...table,
    download: wholeFile(`${OPPOSITIONS}.csv`, filters, {
      page: table,
      total,
      what: plural(total, isActs ? 'acte' : 'opposition'),
    }),
  }
}
