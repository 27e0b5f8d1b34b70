import { formatDay, formatMoney, plural } from '#figures/format'
import { useElementId } from '../../../ui/id'
import { columnName } from './columns'
import type { ShownCompte } from './read.server'
import { DECIDES_NOTHING, OTHER_FATES, shownText, SORTS, SORTS_DE_DEVISE } from './words'

type Value = NonNullable<ShownCompte['whole']>['valeurs'][number]

interface Props {
  values: Value[]
  /** The import waits for them; else they may be decided. */
  isAsked: boolean
}

/** Every value of the columns that decide, with what becomes of its rows; undecided ones come first. */
export function Values({ values, isAsked }: Props) {
  const places = [...new Set(values.map(({ place }) => place))]
  return (
    <>
      {isAsked && values.filter(({ sort }) => sort === null).length > 1 && <Others />}
      {places.map((place) => (
        <OfColumn
          key={place}
          values={values.filter((value) => value.place === place)}
          isAsked={isAsked}
        />
      ))}
    </>
  )
}

/** One choice for all that are left undecided, whatever their column. */
function Others() {
  const id = useElementId()
  return (
    <div className="fate">
      <label htmlFor={id}>Toutes les valeurs laissées à décider</label>
      <FateSelect id={id} field={OTHER_FATES} sort={null} />
    </div>
  )
}

/** What is asked, where the values alone do not say it. */
const HELP: Partial<Record<Value['genre'], string>> = {
  devise:
    'Des montants sont dans une autre monnaie\u00A0: rien n’est converti, et rien ne s’additionne à des euros sans que vous le disiez.',
  jour: 'Ces jours sont ceux que des programmes écrivent quand ils n’en ont pas, ou bien plus anciens que tous les autres\u00A0: sont-ils vrais\u202F?',
  rempli: 'La colonne décide selon qu’elle est remplie ou non, quoi qu’elle dise.',
}

function OfColumn({ values, isAsked }: Props) {
  const [first] = values
  if (!first) return null
  const undecided = values.filter(({ sort }) => sort === null)
  const decided = values.filter(({ sort }) => sort !== null)
  return (
    <div className="fates">
      <h3>{columnName(first)}</h3>
      {HELP[first.genre] && <p className="mention">{HELP[first.genre]}</p>}
      <ul>
        {[...undecided, ...decided].map((value) => (
          <Fate key={value.field} value={value} isAsked={isAsked} />
        ))}
      </ul>
      {/* Of currencies, only euros pass: the next file may have others. */}
      {values.every(({ genre }) => genre === 'texte' || genre === 'rempli') && (
        <p>
          <button
            type="submit"
            className="button button-outline"
            name={DECIDES_NOTHING}
            value={first.place}
            aria-label={`${columnName(first)}\u00A0: ne décide de rien`}
          >
            Ne décide de rien
          </button>
        </p>
      )}
    </div>
  )
}

/** A day, or a year. */
const shownDay = (valeur: string) => (valeur.includes('-') ? formatDay(valeur) : `Année ${valeur}`)

/** An amount in the currency that a cell names: nothing is converted. */
const inDevise = (montant: number, devise: string) =>
  formatMoney(montant).replace('€', devise === 'EUR' ? '€' : devise)

function Fate({ value, isAsked }: { value: Value } & Pick<Props, 'isAsked'>) {
  const { field, valeur, genre, lignes, montant, sort, propose } = value
  const id = useElementId()
  const isOpen = isAsked && sort === null
  return (
    <li className={isOpen ? 'fate fate-undecided' : 'fate'}>
      <label htmlFor={id}>{genre === 'jour' ? shownDay(valeur) : shownText(valeur)}</label>
      <span className="fate-rows">
        {plural(lignes, 'ligne')},{' '}
        {genre === 'devise' ? inDevise(montant, valeur) : formatMoney(montant)}
      </span>
      <FateSelect
        id={id}
        field={field}
        sort={sort ?? propose}
        choices={genre === 'devise' ? SORTS_DE_DEVISE : SORTS}
        nothing={isAsked ? 'À décider' : 'Rien n’est dit'}
        isInvalid={isOpen}
      />
    </li>
  )
}

interface SelectProps {
  id: string
  field: string
  sort: Value['sort']
  choices?: typeof SORTS
  nothing?: string
  isInvalid?: boolean
}

const FateSelect = ({
  id,
  field,
  sort,
  choices = SORTS,
  nothing = 'À décider',
  isInvalid = false,
}: SelectProps) => (
  <select id={id} name={field} defaultValue={sort ?? ''} aria-invalid={isInvalid || undefined}>
    <option value="">{nothing}</option>
    {choices.map(([choice, text]) => (
      <option key={choice} value={choice}>
        {text}
      </option>
    ))}
  </select>
)
