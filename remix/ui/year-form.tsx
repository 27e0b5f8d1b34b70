import { ChoiceForm } from './choice-form'

interface Props {
  annees: number[]
  annee: number
  /** What else the address says and the choice of a year keeps. */
  kept?: Record<string, string>
}

/** Chooses the year of a screen. */
export function YearForm({ annees, annee, kept = {} }: Props) {
  return (
    <ChoiceForm
      label="Année"
      name="annee"
      id="annee"
      value={annee}
      choices={annees.map((choice) => [choice, String(choice)] as const)}
      kept={kept}
    />
  )
}
