import { Form, useSubmit } from '@remix-run/react'

interface Props {
  annees: number[]
  annee: number
  /** What else the address says and the choice of a year keeps. */
  kept?: Record<string, string>
}

/** Chooses the year of a screen; its button serves where no script sends the form on change. */
export function YearForm({ annees, annee, kept = {} }: Props) {
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
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="button button-outline">
        Afficher
      </button>
    </Form>
  )
}
