import { ChoiceForm } from './choice-form'
import { RefreshButton } from './refresh-button'

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

/** Beside the title of what is about a year: the choice of another one, and 'Actualiser'. */
export function YearActions({ annees, annee }: Pick<Props, 'annees' | 'annee'>) {
  return (
    <>
      <YearForm annees={annees} annee={annee} />
      <RefreshButton />
    </>
  )
}
