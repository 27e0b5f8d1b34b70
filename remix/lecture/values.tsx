import { formatCount, formatMoney, plural } from '#figures/format'
import { useElementId } from '../ui/id'
import { columnName } from './columns'
import type { ShownCompte } from './read.server'
import { shownText, SORTS } from './words'

type Value = NonNullable<ShownCompte['whole']>['valeurs'][number]

/** So many values are listed: a column with more is hardly one that decides. */
const MOST = 200

/** Every value of the columns that decide, with what becomes of its rows; undecided ones come first. */
export function Values({ values }: { values: Value[] }) {
  const places = [...new Set(values.map(({ place }) => place))]
  return places.map((place) => {
    const ofColumn = values.filter((value) => value.place === place)
    const undecided = ofColumn.filter(({ sort }) => sort === null)
    const decided = ofColumn.filter(({ sort }) => sort !== null)
    return (
      <div key={place} className="fates">
        <h3>{columnName({ place, nom: ofColumn[0]?.nom ?? '' })}</h3>
        {ofColumn.length >= MOST && (
          <p className="mention">
            Cette colonne a {formatCount(MOST)} valeurs ou plus&nbsp;: ce n’est sans doute pas elle
            qui dit si une ligne compte.
          </p>
        )}
        <ul>
          {[...undecided, ...decided].map((value) => (
            <Fate key={value.field} value={value} />
          ))}
        </ul>
      </div>
    )
  })
}

function Fate({ value: { field, valeur, lignes, montant, sort } }: { value: Value }) {
  const id = useElementId()
  return (
    <li className={sort === null ? 'fate fate-undecided' : 'fate'}>
      <label htmlFor={id}>{shownText(valeur)}</label>
      <span className="fate-rows">
        {plural(lignes, 'ligne')}, {formatMoney(montant)}
      </span>
      <select
        id={id}
        name={field}
        defaultValue={sort ?? ''}
        aria-invalid={sort === null || undefined}
      >
        <option value="">À décider</option>
        {SORTS.map(([choice, text]) => (
          <option key={choice} value={choice}>
            {text}
          </option>
        ))}
      </select>
    </li>
  )
}
