import { formatMoney, plural } from '#figures/format'
import { useElementId } from '../ui/id'
import { columnName } from './columns'
import type { ShownCompte } from './read.server'
import { shownText, SORTS } from './words'

type Value = NonNullable<ShownCompte['whole']>['valeurs'][number]

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
