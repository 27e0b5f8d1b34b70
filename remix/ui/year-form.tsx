import { Form, useSubmit } from '@remix-run/react'

interface Props {
  annees: number[]
  annee: number
}

/** Chooses the year of a screen; its button serves where no script sends the form on change. */
export function YearForm({ annees, annee }: Props) {
  const submit = useSubmit()
  return (
    <Form method="get" className="year-form">
      <label htmlFor="annee">Année</label>
      <select
        id="annee"
        name="annee"
        key={annee}
        defaultValue={annee}
        onChange={(event) => submit(event.currentTarget.form)}
      >
        {annees.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
      <button type="submit" className="button button-outline">
        Afficher
      </button>
    </Form>
  )
}
