import { type Choice, ChoiceForm } from './choice-form'
import { RefreshButton } from './refresh-button'

interface Props {
  annees: number[]
  annee: number
  /** Other query parameters to keep. */
  kept?: Record<string, string>
  /** What else the screen lets one choose. */
  others?: readonly Choice[]
}

/** Chooses a screen's year. */
export function YearForm({ annees, annee, kept = {}, others = [] }: Props) {
  const year: Choice = {
    label: 'Année',
    name: 'annee',
    id: 'annee',
    value: annee,
    choices: annees.map((choice) => [choice, String(choice)] as const),
  }
  return <ChoiceForm fields={[year, ...others]} kept={kept} />
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
