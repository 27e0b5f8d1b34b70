import { Form, Link, useLocation } from '@remix-run/react'
import { formatDay } from '#figures/format'
import { Alert } from './alert'
import { SelectField, TextField } from './field'
import { sortingsIn } from './sorting'
import { useCarried } from './year'

/** A form field; choices are [value, text]. */
export interface Filter {
  name: string
  label: string
  choices?: [value: string, text: string][]
  /** Offered while one writes, where there are too many to choose from. */
  suggested?: readonly string[]
  type?: 'date'
}

interface Props {
  title: string
  fields: Filter[]
  /** Current values, from the URL. */
  asked: Record<string, string>
  /** The refused field and why; the list is then unfiltered. */
  fault: { champ: string; sentence: string } | null
  /** The list's path, and other query parameters to keep. */
  path: string
  kept: Record<string, string>
}

/** A filter in words: `Mois : Juin`. */
function describe({ name, label, choices, type }: Filter, asked: Props['asked']): string[] {
  const value = asked[name]
  if (value === undefined) return []
  const written = type === 'date' ? formatDay(value) : value
  const text = choices?.find(([choice]) => choice === value)?.[1] ?? written
  return [`${label}\u00A0: ${text}`]
}

/** A list's filters: active ones in words, the form collapsed. */
export function FilterForm({ title, fields, asked, fault, path, kept: others }: Props) {
  const carried = useCarried()
  const sortings = Object.fromEntries(sortingsIn(new URLSearchParams(useLocation().search)))
  const own = fields.map(({ name }) => name)
  const kept = {
    ...Object.fromEntries(Object.entries(sortings).filter(([name]) => !own.includes(name))),
    ...others,
    ...carried,
  }
  const said = fault ? [] : fields.flatMap((field) => describe(field, asked))
  const clear = `${path}?${new URLSearchParams(kept)}`
  return (
    <div className="filters">
      {fault && (
        <Alert tone="warning" title="Attention">
          <p>Ces filtres ne sont pas lisibles. Toutes les lignes sont affichées.</p>
        </Alert>
      )}
      {said.length > 0 && (
        <p className="filters-said">
          {said.join(' · ')} <Link to={clear}>Effacer les filtres</Link>
        </p>
      )}
      <details open={fault !== null} key={JSON.stringify([asked, kept])}>
        <summary>{title}</summary>
        <Form method="get" action={path} className="fields card">
          {Object.entries(kept).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {fields.map(({ name, label, choices, suggested, type = 'text' }) => {
            const field = {
              name,
              label,
              value: asked[name],
              fault: fault?.champ === name ? fault.sentence : undefined,
            }
            return choices ? (
              <SelectField key={name} {...field} choices={choices} />
            ) : (
              <TextField key={name} {...field} type={type} suggested={suggested} />
            )
          })}
          <button type="submit" className="button">
            Filtrer
          </button>
        </Form>
      </details>
    </div>
  )
}
