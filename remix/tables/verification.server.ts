import { type AVerifier, aVerifier } from '#contract/verification'
import { formatWeight, plural } from '#figures/format'
import { call } from '../service.server'
import { cardPath, nameOf } from '../ui/donor-link'
import type { ShownTable, Table } from '../ui/table'
import { csvWeight, guessWeight } from './csv.server'
import { defineTableOf } from './define.server'
import { A_VERIFIER, linked } from './links'

/** Who is shown of those whom a rule names. */
const ofRule = (code: string): string => `${A_VERIFIER}?${new URLSearchParams({ regle: code })}`

/** A page of the donors to be looked at; their file has all of them, and comes from the service. */
export function donateursAVerifier(
  { donateurs, pagination }: AVerifier,
  filters: Record<string, string>,
): ShownTable {
  const table: Table = {
    name: 'donateurs-a-verifier',
    title: `Donateurs à vérifier, page ${pagination.current_page} sur ${Math.max(1, pagination.total_pages)}`,
    columns: [
      { title: 'Donateur', key: 'nom', format: 'texte' },
      { title: 'Contact', format: 'code' },
      { title: 'Raisons', key: 'raisons', format: 'texte' },
      { title: 'Points', format: 'nombre' },
      { title: 'Dons', format: 'nombre' },
      { title: 'Montant', format: 'montant' },
      { title: 'Dernier don', format: 'jour' },
    ],
    rows: donateurs.map((donateur) => [
      nameOf(donateur),
      donateur.contact_id,
      donateur.raisons.join(' '),
      donateur.points,
      linked(donateur.donations, cardPath(donateur.contact_id)),
      donateur.montant,
      donateur.dernier_don,
    ]),
  }
  const total = pagination.total_items
  const weight = guessWeight(csvWeight(table), donateurs.length, total)
  return {
    ...table,
    download: {
      href: `${A_VERIFIER}.csv?${new URLSearchParams(filters)}`,
      text: `Télécharger ${plural(total, 'donateur')} à vérifier (CSV, environ ${formatWeight(weight)})`,
    },
  }
}

/** What each rule found, and what became of it. */
export const reglesDeVerification = defineTableOf(
  'regles-de-verification',
  async (request) => [await call(aVerifier, { query: { limit: 1 } }, request)],
  ({ regles }: AVerifier) => ({
    title: 'Les règles, et ce qu’elles ont trouvé',
    columns: [
      { title: 'Règle', format: 'texte' },
      { title: 'Points', format: 'texte' },
      { title: 'À vérifier', format: 'nombre' },
      { title: 'Signalés en tout', format: 'nombre' },
      { title: 'Montant', format: 'montant' },
      { title: 'Dont exclus', format: 'nombre' },
    ],
    rows: regles.map(({ code, libelle, points, signales, a_verifier, montant, exclus }) => [
      `${libelle} (${code})`,
      points,
      linked(a_verifier, ofRule(code)),
      signales,
      montant,
      exclus,
    ]),
  }),
)
