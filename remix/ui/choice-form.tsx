import { Form, useSubmit } from '@remix-run/react'

interface Props {
  label: string
  /** Field name; one form per name and screen. */
  name: string
  /** Element id; must not clash with a script's global (`axe`). */
  id?: string
  value: string | number
  choices: readonly (readonly [value: string | number, text: string])[]
  /** Other query parameters to keep. */
  kept?: Record<string, string>
}

/** Chooses what a screen shows; the button serves when no script submits on change. */
export function ChoiceForm({
  label,
  name,
  id = `choix-${name}`,
  value,
  choices,
  kept = {},
}: Props) {
  const submit = useSubmit()
  return (
    <Form method="get" className="year-form">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        key={value}
        defaultValue={value}
        onChange={(event) => submit(event.currentTarget.form)}
      >
        {choices.map(([choice, text]) => (
          <option key={choice} value={choice}>
            {text}
          </option>
        ))}
      </select>
      {Object.entries(kept).map(([keptName, keptValue]) => (
        <input key={keptName} type="hidden" name={keptName} value={keptValue} />
      ))}
      <button type="submit" className="button button-outline">
        Afficher
      </button>
    </Form>
  )
}
