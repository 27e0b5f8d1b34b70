import { type Choice, ChoiceForm, yearChoice } from './choice-form'
import { COMPARER, COMPARISONS, useComparison } from './comparison'
import { RefreshButton } from './refresh-button'

interface Props {
  annees: number[]
  annee: number
  /** Other query parameters to keep. */
  kept?: Record<string, string>
  /** What else the screen lets one choose. */
  others?: readonly Choice[]
  /** Whether it shows what is compared with the year before: then that is chosen too. */
  compared?: boolean
}

const useComparisonChoice = (): Choice => ({
  label: 'Comparer à',
  name: COMPARER,
  value: useComparison(),
  choices: COMPARISONS,
})

/** Chooses a screen's year. */
export function YearForm({ annees, annee, kept = {}, others = [], compared = false }: Props) {
  const comparison = useComparisonChoice()
  const year = yearChoice(annees, annee)
  return <ChoiceForm fields={[year, ...others, ...(compared ? [comparison] : [])]} kept={kept} />
}

/** Next to a yearly screen's title: year choice and 'Actualiser'. */
export function YearActions(props: Pick<Props, 'annees' | 'annee' | 'compared'>) {
  return (
    <>
      <YearForm {...props} />
      <RefreshButton />
    </>
  )
}

/** Likewise on a screen of all years: what they are compared with. */
export const ComparisonForm = () => <ChoiceForm fields={[useComparisonChoice()]} />
