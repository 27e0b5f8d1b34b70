import { sql } from 'kysely'
import type { HistoriqueFiltres } from '#contract/exclusions'
import { csvHeader, csvLine } from '#files/csv'
import type { Db } from '../platform/database/connect'
import { selectEvenements } from './evenements'
import { matching } from './historique'

const TITRES = [
  'Numéro',
  'Date et heure (Paris)',
  'Type',
  'Contact',
  'Raison',
  'Par',
  'Identité',
  'Dons concernés',
  'Montant concerné (€)',
  'Identifiant',
  'Horodatage UTC',
  'Empreinte précédente',
  'Empreinte',
  'Publication',
  'Sceau',
  'Contact principal',
  'Raisons connues',
]

const ROWS_AT_ONCE = 1000

/** Streams the log as CSV for French Excel, oldest event first, with every hashed field intact. */
export async function* writeHistorique(db: Db, filtres: HistoriqueFiltres): AsyncGenerator<string> {
  yield csvHeader(TITRES)
  let last = 0
  for (;;) {
    const rows = await selectEvenements(db)
      .select([
        sql<string>`to_char(survenu_le at time zone 'Europe/Paris', 'DD/MM/YYYY HH24:MI:SS')`.as(
          'heure_de_paris',
        ),
      ])
      .where(matching(filtres))
      .where('numero', '>', last)
      .orderBy('numero')
      .limit(ROWS_AT_ONCE)
      .execute()
    const end = rows.at(-1)
    if (!end) return
    last = end.numero
    yield rows
      .map((row) =>
        csvLine([
          row.numero,
          row.heure_de_paris,
          row.type,
          row.contact_id,
          row.raison,
          row.exclu_par,
          row.identite,
          row.donations_concernees,
          row.montant_concerne.toFixed(2).replace('.', ','),
          row.evenement_id,
          row.survenu_le,
          row.empreinte_precedente,
          row.empreinte,
          row.publication,
          row.sceau,
          row.contact_principal,
          row.connues,
        ]),
      )
      .join('')
  }
}
