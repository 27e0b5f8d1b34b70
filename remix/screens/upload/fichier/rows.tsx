import { formatCount, formatDay, plural } from '#figures/format'
import { columnName } from './columns'
import type { ReadingPage, ShownCompte } from './read.server'
import { fieldName, shownText } from './words'

type Row = ShownCompte['rows'][number]

/** So many are shown at once. */
const FIRST = 3

interface Props {
  rows: Row[]
  draft: ReadingPage['draft']
}

/** The first rows of the file: each cell as it is written, and what was read of it. */
export function Rows({ rows, draft }: Props) {
  const shown = rows.slice(0, FIRST)
  const more = rows.slice(FIRST)
  return (
    <>
      <List rows={shown} draft={draft} />
      {more.length > 0 && (
        <details className="rows-more">
          <summary>{plural(more.length, 'ligne suivante', 'lignes suivantes')}</summary>
          <List rows={more} draft={draft} />
        </details>
      )}
    </>
  )
}

const List = ({ rows, draft }: Props) => (
  <ol className="rows-read">
    {rows.map((row) => (
      <Line key={row.ligne} row={row} draft={draft} />
    ))}
  </ol>
)

function Line({
  row: { ligne, lu, raison, a_decider, cells },
  draft,
}: { row: Row } & Pick<Props, 'draft'>) {
  const below = new Set(cells.flatMap(({ place }) => draft.roles[place] ?? []))
  const whole = Object.entries(lu).filter(([field]) => !below.has(field as never))
  return (
    <li className={raison === null ? 'row-read' : 'row-read row-left'}>
      <p className="row-title">
        <strong>Ligne {formatCount(ligne)}</strong>
        {raison === null ? (
          <span className="badge badge-success">compte</span>
        ) : a_decider ? (
          <span className="badge badge-information">à décider</span>
        ) : (
          <span className="badge badge-warning">ne compte pas</span>
        )}
        {raison !== null && <span>{raison}</span>}
      </p>
      {whole.length > 0 && (
        <dl className="row-whole">
          {whole.map(([field, text]) => (
            <div key={field}>
              <dt>{fieldName(field)}</dt>
              <dd>{said(field, text)}</dd>
            </div>
          ))}
        </dl>
      )}
      <dl className="row-cells">
        {cells
          .filter(({ texte }) => texte.trim() !== '')
          .map((cell) => (
            <div key={cell.place}>
              <dt>{columnName(cell)}</dt>
              <dd>{shownText(cell.texte)}</dd>
              {(draft.roles[cell.place] ?? []).map((role) => (
                <dd key={role} className="row-lu">
                  {fieldName(role)}
                  {lu[role] === undefined || said(role, lu[role]) === cell.texte
                    ? ''
                    : `\u00A0: ${said(role, lu[role])}`}
                </dd>
              ))}
            </div>
          ))}
      </dl>
    </li>
  )
}

const said = (field: string, text: string): string =>
  shownText(field === 'order_date' ? formatDay(text) : text)
