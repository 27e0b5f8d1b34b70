import type { VerificationFiltres } from '#contract/verification'
import { csvHeader, csvLine } from '#files/csv'
import type { Db } from '../platform/database/connect'
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

/** More than anyone would review; that many calls for changing a rule. */
const LIGNES_AU_PLUS = 50_000

/** Streams the donors to review, in screen order. */
export async function* writeAVerifier(
  db: Db,
  filtres: VerificationFiltres,
): AsyncGenerator<string> {
  yield csvHeader(TITRES)
  const rows = await readLignes(db, filtres, { offset: 0, limit: LIGNES_AU_PLUS })
  for (const row of rows)
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
      row.montant,
      row.premier_don,
      row.dernier_don,
    ])
}
