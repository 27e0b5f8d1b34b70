import type { Changements, DonChange } from '#contract/changements'
import { plural } from '#figures/format'
import { sayChange } from '../changements/fields'
import { cardPath } from '../ui/donor-link'
import { pagePlace } from '../ui/print-list'
import type { ShownTable, Table } from '../ui/table'
import { wholeFile } from './csv.server'
import { CHANGEMENTS } from './links'

const SORTES: Record<DonChange['sorte'], string> = {
  ajoute: 'Ajouté',
  modifie: 'Modifié',
  mis_a_zero: 'Mis à zéro',
}

const wordsOf = ({ sorte, exclu }: DonChange) =>
  exclu ? `${SORTES[sorte]} (donateur exclu)` : SORTES[sorte]

/** Changes that have no column of their own. */
const othersOf = ({ champs }: DonChange) =>
  champs
    .filter(({ champ }) => champ !== 'order_amount')
    .map(sayChange)
    .map(({ name, before, after }) => `${name}\u00A0: ${before} → ${after}`)
    .join('\u202F; ')

/** A page of the gifts that an import changed; their file, served by the service, has them all. */
export function donsChanges(
  { upload_id, dons, pagination }: Changements,
  annee: number | undefined,
): ShownTable {
  const table: Table = {
    name: 'dons-changes',
    title: `Dons changés, ${pagePlace(pagination)}`,
    columns: [
      { title: 'Don', format: 'code' },
      { title: 'Changement', format: 'texte' },
      { title: 'Date', format: 'jour' },
      { title: 'Montant avant', format: 'montant' },
      { title: 'Montant après', format: 'montant' },
      {
        title: annee === undefined ? 'Effet' : `Effet sur ${annee}`,
        key: 'effet',
        format: 'montant',
      },
      { title: 'Autres changements', key: 'champs', format: 'texte' },
      { title: 'Contact', format: 'code' },
    ],
    rows: dons.map((don) => [
      don.id,
      wordsOf(don),
      don.jour,
      don.montant_avant ?? '–',
      don.montant_apres,
      don.effet,
      othersOf(don) || '–',
      { value: don.contact_id, href: cardPath(don.contact_id) },
    ]),
  }
  const total = pagination.total_items
  const what = plural(total, 'don')
  const query = { import: upload_id, ...(annee !== undefined && { annee: String(annee) }) }
  return {
    ...table,
    download: wholeFile(`${CHANGEMENTS}.csv`, query, { page: table, total, what }),
  }
}
