import { useElementId } from './id'

interface Field {
  label: string
  name: string
  value: string | undefined
}

/** A labelled text or date field. */
export function TextField({ label, name, value, type = 'text' }: Field & { type?: string }) {
  const id = useElementId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} name={name} type={type} defaultValue={value ?? ''} />
    </div>
  )
}

/** A labelled choice; each choice is its value and its text. */
export function SelectField({
  label,
  name,
  value,
  choices,
}: Field & { choices: [string, string][] }) {
  const id = useElementId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} defaultValue={value ?? ''}>
        {choices.map(([choice, text]) => (
          <option key={choice} value={choice}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
