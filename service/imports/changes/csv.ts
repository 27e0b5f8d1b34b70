import { sql } from 'kysely'
import type { DonChange } from '#contract/changements'
import { formatDay } from '#figures/format'
import { csvField, csvHeader, csvJoin, csvText } from '#files/csv'
import type { Db } from '../../platform/database/connect'
import { streamSnapshot } from '../../platform/database/snapshot'
import { type Asked, listChanged } from './read'

const TITRES = [
  'Don',
  'Contact',
  'Changement',
  'Date',
  'Montant avant (€)',
  'Montant après (€)',
  'Effet (€)',
  'Champs changés',
  'Exclu',
]

const SORTES: Record<DonChange['sorte'], string> = {
  ajoute: 'Ajouté',
  modifie: 'Modifié',
  mis_a_zero: 'Mis à zéro',
}

const ROWS_AT_ONCE = 2_000

const wordChange = ({ champ, avant, apres }: DonChange['champs'][number]) =>
  `${champ}\u00A0: ${avant ?? '–'} → ${apres ?? '–'}`

/** Streams the gifts that an import changed as CSV for French Excel, by id, from one snapshot. */
export const writeChanged = (db: Db, asked: Asked, atOnce = ROWS_AT_ONCE): AsyncGenerator<string> =>
  streamSnapshot(db, async function* (snapshot) {
    yield csvHeader(TITRES)
    let after = ''
    for (;;) {
      const rows = await listChanged(
        snapshot,
        asked,
        sql`where id > ${after} collate "C" order by id limit ${atOnce}`,
      )
      const last = rows.at(-1)
      if (!last) return
      after = last.id
      yield rows
        .map((don) =>
          csvJoin([
            csvText(don.id),
            csvText(don.contact_id),
            SORTES[don.sorte],
            formatDay(don.jour),
            csvField(don.montant_avant, 'montant'),
            csvField(don.montant_apres, 'montant'),
            csvField(don.effet, 'montant'),
            csvText(don.champs.map(wordChange).join('\u00A0; ')),
            don.exclu ? 'oui' : 'non',
          ]),
        )
        .join('')
    }
  })
