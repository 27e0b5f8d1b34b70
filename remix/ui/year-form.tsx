import { ChoiceForm } from './choice-form'
import { RefreshButton } from './refresh-button'

interface Props {
  annees: number[]
  annee: number
  /** Other query parameters to keep. */
  kept?: Record<string, string>
}

/** Chooses a screen's year. */
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

/** Next to a yearly screen's title: year choice and 'Actualiser'. */
export function YearActions({ annees, annee }: Pick<Props, 'annees' | 'annee'>) {
  return (
    <>
      <YearForm annees={annees} annee={annee} />
      <RefreshButton />
    </>
  )
}
