import { formatCount, plural } from '#figures/format'
import { useElementId } from '../../../ui/id'
import type { ShownColumn } from './read.server'
import { fieldName, GROUPES, shownText } from './words'

/** So few of them are simply shown. */
const FEW = 6

interface Props {
  columns: ShownColumn[]
  /** Those of a very wide file that are not asked about one by one. */
  rest: Pick<ShownColumn, 'place' | 'nom'>[]
  isOpen: boolean
}

/** The file's columns, those that are read first; the others are one click away. */
export function Columns({ columns, rest, isOpen }: Props) {
  const read = columns.filter(({ role }) => role !== '')
  const others = columns.filter(({ role }) => role === '')
  return (
    <>
      {read.length > 0 && (
        <>
          <h3>{plural(read.length, 'colonne lue', 'colonnes lues')}</h3>
          <List columns={read} />
        </>
      )}
      {others.length > 0 && (
        <details open={isOpen || others.length <= FEW}>
          <summary>{plural(others.length, 'colonne laissée', 'colonnes laissées')} de côté</summary>
          <List columns={others} />
        </details>
      )}
      {rest.length > 0 && <Rest columns={rest} />}
    </>
  )
}

/** Of many more columns one is said at a time, what it is beside it. */
function Rest({ columns }: { columns: Props['rest'] }) {
  const id = useElementId()
  return (
    <div className="field">
      <label htmlFor={id}>
        {plural(columns.length, 'colonne de plus', 'colonnes de plus')}, à choisir par son nom
      </label>
      <select id={id} name="autre-colonne" defaultValue="">
        <option value="">Aucune</option>
        {columns.map((column) => (
          <option key={column.place} value={column.place}>
            {columnName(column)}
          </option>
        ))}
      </select>
      <Role id={`${id}-role`} name="autre-role" value="" label="Ce qu’est cette colonne" />
    </div>
  )
}

interface RoleProps {
  id: string
  name: string
  value: string
  label?: string
}

/** What a column is, or that it is left aside. */
const Role = ({ id, name, value, label }: RoleProps) => (
  <select id={id} name={name} defaultValue={value} aria-label={label}>
    <option value="">Ne pas importer</option>
    {GROUPES.map(({ title, roles }) => (
      <optgroup key={title} label={title}>
        {roles.map(([role, text]) => (
          <option key={role} value={role}>
            {text}
          </option>
        ))}
      </optgroup>
    ))}
  </select>
)

const List = ({ columns }: { columns: ShownColumn[] }) => (
  <ul className="sources">
    {columns.map((column) => (
      <Source key={column.place} column={column} />
    ))}
  </ul>
)

export const columnName = ({ place, nom }: Pick<ShownColumn, 'place' | 'nom'>): string =>
  nom.trim() || `Colonne ${formatCount(place)}, sans nom`

const filled = (share: number) =>
  share === 0 ? 'vide' : `remplie à ${formatCount(Math.max(1, Math.floor(share)))}\u00A0%`

/** Fields whose values often say, too, whether a row is a gift: a membership, a ticket, a shop. */
const MAY_DECIDE = ['product_code', 'campaign_code', 'codemedia_code', 'origincode_code']

/** A column: its name, what it looks like, and what it is. */
function Source({ column }: { column: ShownColumn }) {
  const { place, remplissage, exemples, role, others, suppose } = column
  const id = useElementId()
  const besides = others.filter((other) => other !== 'sort').map(fieldName)
  return (
    <li className="source">
      <p className="source-name">
        <label htmlFor={id}>{columnName(column)}</label>
        {suppose && <span className="badge badge-warning">supposé</span>}
        <span className="mention">{filled(remplissage)}</span>
      </p>
      <p className="source-examples">{exemples.map(shownText).join(' · ') || '–'}</p>
      <div className="source-role">
        <Role id={id} name={`colonne-${place}`} value={role} />
        {besides.length > 0 && (
          <span className="mention">et aussi&nbsp;: {besides.join(', ')}</span>
        )}
        {(MAY_DECIDE.includes(role) || others.includes('sort')) && (
          <span className="check">
            <input
              id={`${id}-decide`}
              type="checkbox"
              name={`decide-${place}`}
              value="1"
              defaultChecked={others.includes('sort')}
            />
            <label htmlFor={`${id}-decide`}>dit aussi si la ligne compte</label>
          </span>
        )}
      </div>
    </li>
  )
}
