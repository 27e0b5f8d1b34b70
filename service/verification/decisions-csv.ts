import { sql } from 'kysely'
import type { Decision, DecisionsFiltres } from '#contract/verification'
import { formatShortInstant } from '#figures/format'
import { csvHeader, csvLine } from '#files/csv'
import type { Db } from '../platform/database/connect'
import { listDecisions, matching } from './decisions'

const TITRES = [
  'Date et heure (Paris)',
  'Contact',
  'Décision',
  'Raison',
  'Par',
  'Identité',
  'Points',
  'Raisons connues',
  'Identifiant',
  'Horodatage UTC',
]

const NATURES: Record<Decision['nature'], string> = {
  LEGITIME: 'Légitime',
  COLLECTIF: 'Contact collectif',
  INDIVIDUEL: 'Une seule personne',
}

const ROWS_AT_ONCE = 1000

/** Streams the decisions as CSV for French Excel, latest first. */
export async function* writeDecisions(db: Db, filtres: DecisionsFiltres): AsyncGenerator<string> {
  yield csvHeader(TITRES)
  let rest = sql`true`
  for (;;) {
    const rows = await listDecisions(db, sql`${matching(filtres)} and ${rest}`, {
      offset: 0,
      limit: ROWS_AT_ONCE,
    })
    const last = rows.at(-1)
    if (!last) return
    rest = sql`
      (decisions_legitimes.decide_le, decision_id)
        < (${last.decide_le}::timestamptz, ${last.decision_id}::uuid)`
    yield rows
      .map((row) =>
        csvLine([
          formatShortInstant(row.decide_le),
          row.contact_id,
          NATURES[row.nature],
          row.raison,
          row.decide_par,
          row.identite,
          row.points,
          row.connues.join(' '),
          row.decision_id,
          row.decide_le,
        ]),
      )
      .join('')
  }
}
