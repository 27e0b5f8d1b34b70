import type { Mesure, Suspects } from '#contract/suspects'
import { formatCount, formatDayMonth, formatEvolution, formatMoney } from '#figures/format'
import { shareOf, toReview, weighing } from '#figures/suspects'
import { toReviewIn } from '../tables/links'
import { Alert } from '../ui/alert'
import { CheckField } from '../ui/field'
import { Lead } from '../ui/leading'

/** What the donors to review weigh in a year; null if that could not be read. */
export type Weights = Suspects | null

/** Name of that tick, in forms and addresses. */
export const NEVERTHELESS = 'malgre'

type Weight = Suspects['mesures'][number]

/** Whether they are a hundredth of a figure, or more. */
export const isDoubtful = (found: Weights, mesure: Mesure): boolean =>
  found?.mesures.some((weight) => weight.mesure === mesure) ?? false

/** A figure without them, with its change. */
function without({ mesure, sans, evolution }: Weight): string {
  const value = mesure === 'montant' ? formatMoney(sans) : formatCount(sans)
  return evolution === null
    ? value
    : `${value} (${formatEvolution(evolution)}, l’année d’avant sans les siens aussi)`
}

/** `a, b et c`. */
const listing = new Intl.ListFormat('fr')

interface Props {
  found: Weights
  /** The day up to which figures are shown, if not the whole year. */
  au?: string | undefined
}

/** Under a year's cards: what the donors to review weigh, and the figures without them; nothing if they weigh nowhere. */
export function SuspectsNotice({ found, au }: Props) {
  const [first, ...others] = (found?.mesures ?? []).filter(({ mesure }) => mesure !== 'don_moyen')
  if (!found || !first) return null
  const { annee, donateurs } = found
  const them = donateurs > 1 ? 'eux' : 'lui'
  return (
    <Alert tone="warning">
      <p>
        <Lead className="count" to={toReviewIn(annee, au)}>
          {toReview(donateurs)}
        </Lead>{' '}
        {weighing(donateurs, first, annee)}
        {au !== undefined && ` au ${formatDayMonth(au)}`}
        {'\u202F'}; sans {them}&nbsp;: {without(first)}.
        {others.length > 0 && (
          <>
            {' '}
            {donateurs > 1 ? 'Ils pèsent' : 'Il pèse'} aussi {listing.format(others.map(shareOf))}.
          </>
        )}
      </p>
    </Alert>
  )
}

/** In a form about figures that donors to review weigh on: the tick that it is meant nevertheless. */
export const Nevertheless = ({ name = NEVERTHELESS }: { name?: string }) => (
  <CheckField label="Sans attendre que ces donateurs soient vérifiés" name={name} />
)
