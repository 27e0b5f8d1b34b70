import { createContext, type ReactNode, useContext } from 'react'
import type { Suspects } from '#contract/suspects'
import { formatCount, formatDayMonth, formatEvolution, formatMoney } from '#figures/format'
import { shareOf, toReview, weighing } from '#figures/suspects'
import { CheckField } from './field'
import { Lead } from './leading'

/** What the donors to review weigh in a year; null if that could not be read. */
export type Weights = Suspects | null

/** Name of that tick, in forms and addresses. */
export const NEVERTHELESS = 'malgre'

type Weight = Suspects['mesures'][number]

const Doubt = createContext(false)

/** Whether donors to review make a hundredth or more of what is shown: nothing is good, bad or reached while they do. */
export const useDoubt = () => useContext(Doubt)

/** A figure without them, with its change. */
function without({ mesure, sans, evolution }: Weight): string {
  const value =
    mesure === 'montant' || mesure === 'don_moyen' ? formatMoney(sans) : formatCount(sans)
  return evolution === null
    ? value
    : `${value} (${formatEvolution(evolution)}, l’année d’avant sans les siens aussi)`
}

/** The list of those who count in a year, or up to a day of it. */
export const toReviewIn = (annee: number, au?: string): string =>
  `/donations/a-verifier?${au === undefined ? `annee=${annee}&donne_en=${annee}` : `annee=${annee}&au=${au}`}`

/** `a, b et c`. */
const listing = new Intl.ListFormat('fr')

interface Props {
  found: Weights
  /** The day up to which figures are shown, if not the whole year. */
  au?: string | null | undefined
}

/** What the donors to review weigh in a year, and its figures without them; nothing if they weigh nowhere. */
export function SuspectsNotice({ found, au }: Props) {
  const [first, ...others] = found?.mesures ?? []
  if (!found || !first) return null
  const { annee, donateurs } = found
  const day = au ?? undefined
  const them = donateurs > 1 ? 'eux' : 'lui'
  return (
    // No live region: it is there from the start, and would be read aloud at every step.
    <div className="alert alert-warning">
      <p>
        <Lead className="count" to={toReviewIn(annee, day)}>
          {toReview(donateurs)}
        </Lead>{' '}
        {weighing(donateurs, first, annee)}
        {day !== undefined && ` au ${formatDayMonth(day)}`}
        {'\u202F'}; sans {them}&nbsp;: {without(first)}.
        {others.length > 0 && (
          <>
            {' '}
            {donateurs > 1 ? 'Ils pèsent' : 'Il pèse'} aussi {listing.format(others.map(shareOf))}.
          </>
        )}
      </p>
    </div>
  )
}

/** Figures that the donors to review of some years may bend: above them how much, and in them no judgement while they do. */
export const Weighed = ({
  found,
  au,
  children,
}: Pick<Props, 'au'> & { found: readonly Weights[]; children: ReactNode }) => (
  <Doubt.Provider value={found.some((weights) => weights && weights.mesures.length > 0)}>
    {found.map(
      (weights) => weights && <SuspectsNotice key={weights.annee} found={weights} au={au} />,
    )}
    {children}
  </Doubt.Provider>
)

/** In a form about figures that donors to review weigh on: the tick that it is meant nevertheless. */
export const Nevertheless = ({ name = NEVERTHELESS }: { name?: string }) => (
  <CheckField label="Sans attendre que ces donateurs soient vérifiés" name={name} />
)
