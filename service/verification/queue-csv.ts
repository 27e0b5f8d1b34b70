import type { VerificationFiltres } from '#contract/verification'
import { csvField, csvHeader, csvLine } from '#files/csv'
import type { Db } from '../platform/database/connect'
import { inParts, streamSnapshot } from '../platform/database/snapshot'
import { readLignes } from './queue'

const TITRES = [
  'Contact',
  'Prénom',
  'Nom',
  'Société',
  'Code postal',
  'Ville',
  'E-mail',
  'Téléphone',
  'Points',
  'Raisons',
  'Donations',
  'Montant (€)',
  'Premier don',
  'Dernier don',
]

const ROWS_AT_ONCE = 10_000

/** Streams the donors to review as CSV for French Excel, in screen order, from one snapshot. */
export const writeAVerifier = (
  db: Db,
  filtres: VerificationFiltres,
  atOnce = ROWS_AT_ONCE,
): AsyncGenerator<string> =>
  streamSnapshot(db, async function* (snapshot) {
    yield csvHeader(TITRES)
    for await (const row of inParts(atOnce, (part) => readLignes(snapshot, filtres, part)))
      yield csvLine([
        row.contact_id,
        row.firstname,
        row.lastname,
        row.is_company === null ? null : row.is_company ? 'oui' : 'non',
        row.zip,
        row.city,
        row.email,
        row.phone,
        row.points,
        row.raisons.join(' '),
        row.donations,
        csvField(row.montant, 'montant'),
        csvField(row.premier_don, 'jour'),
        csvField(row.dernier_don, 'jour'),
      ])
  })
