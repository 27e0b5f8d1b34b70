import { Form, useSubmit } from '@remix-run/react'

interface Props {
  label: string
  /** Of the field: one form a name on a screen. */
  name: string
  /** Of its element; never a word that a script of the page may mean, as `axe` is. */
  id?: string
  value: string | number
  choices: readonly (readonly [value: string | number, text: string])[]
  /** What else the address says and the choice keeps. */
  kept?: Record<string, string>
}

/** Chooses what a screen shows; its button serves where no script sends the form on change. */
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
