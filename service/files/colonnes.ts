import { type CsvCell, csvField, csvHeader, csvJoin } from './csv'

/** A column of a list, once for the screen and the file. Codes never wrap. */
export interface Colonne<Row> {
  title: string
  /** Its title in the file, where that is another. */
  fichier?: string
  format: 'texte' | 'code' | 'jour' | 'instant' | 'montant' | 'nombre'
  /** Screen only or file only; both if absent. */
  place?: 'ecran' | 'fichier'
  /** Set for columns that the screen renders specially, or links. */
  key?: string
  /** Shared heading on the screen. */
  group?: string
  /** What sorts the list by it. */
  tri?: string
  /** Screens show it with « Plus de colonnes ». */
  more?: boolean
  /** On the screen it stands beside the name, where a small one shows it too. */
  early?: boolean
  /** Where it has no value nothing stands on the screen. */
  blank?: boolean
  of: (row: Row) => CsvCell
}

/** The columns that stand on the screen, or in the file. */
export const placed = <Row>(
  colonnes: readonly Colonne<Row>[],
  place: 'ecran' | 'fichier',
): Colonne<Row>[] => colonnes.filter((colonne) => (colonne.place ?? place) === place)

/** The heading of a file of these columns. */
const headerOf = <Row>(colonnes: readonly Colonne<Row>[]): string =>
  csvHeader(
    colonnes.map(({ title, fichier = title, format }) =>
      format === 'montant' ? `${fichier} (€)` : fichier,
    ),
  )

const linesOf = <Row>(colonnes: readonly Colonne<Row>[], rows: readonly Row[]): string =>
  rows.map((row) => csvJoin(colonnes.map(({ of, format }) => csvField(of(row), format)))).join('')

/** A file of these rows: CSV for French Excel. */
export function fileOf<Row>(colonnes: readonly Colonne<Row>[], rows: readonly Row[]): string {
  const written = placed(colonnes, 'fichier')
  return headerOf(written) + linesOf(written, rows)
}

/** Writes the same as its rows are read. */
export async function* writeColonnes<Row>(
  colonnes: readonly Colonne<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  const written = placed(colonnes, 'fichier')
  yield headerOf(written)
  for await (const rows of batches) yield linesOf(written, rows)
}

/** The name of a person or company; null without a card, or with an empty one. */
export const nameOf = ({
  firstname,
  lastname,
}: {
  firstname: string | null
  lastname: string | null
}): string | null => [firstname, lastname].filter(Boolean).join(' ') || null

/** Who decided: as recorded, and the person behind it where one was named. */
export const actorOf = (actor: string, identite: string | null): string =>
  identite ? `${actor} (${identite})` : actor

/** A yes or no; null where nobody knows. */
export const ouiNon = (value: boolean | null): string | null =>
  value === null ? null : value ? 'oui' : 'non'

/** Whether a donor is a company; null without a card. */
export const companyOf = ({ is_company }: { is_company: boolean | null }): string | null =>
  is_company === null ? null : is_company ? 'Oui' : 'Non'
