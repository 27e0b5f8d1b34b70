import { createContext, type ReactNode, useContext } from 'react'
import type { Mesure, Suspects } from '#contract/suspects'
import {
  formatCount,
  formatDayMonth,
  formatEvolution,
  formatMoney,
  listWords,
} from '#figures/format'
import { shareOf, toReview, weighing } from '#figures/suspects'
import { CheckField } from './field'
import { Lead } from './leading'
import { useShell, type WeighedCodes, type Weights } from './shell-data'

/** Name of that tick, in forms and addresses. */
export const NEVERTHELESS = 'malgre'

type Weight = Suspects['mesures'][number]

const Doubt = createContext<{ isDoubtful: boolean; found: readonly Weights[] }>({
  isDoubtful: false,
  found: [],
})

/**
 * Whether donors to review make a hundredth or more of what is shown, were not looked for yet, or could not be read:
 * nothing is good, bad or reached meanwhile.
 */
export const useDoubt = () => useContext(Doubt).isDoubtful

/** A figure of a year without the donors to review, where they bend it. */
export const useWithout = (annee: number, mesure: Mesure): number | undefined =>
  useContext(Doubt)
    .found.find((weights) => weights?.annee === annee)
    ?.mesures.find((weight) => weight.mesure === mesure)?.sans

/** A figure without them. */
const without = ({ mesure, sans }: Weight): string =>
  mesure === 'montant' || mesure === 'don_moyen' ? formatMoney(sans) : formatCount(sans)

/** The same with its change. */
const compared = (weight: Weight): string =>
  weight.evolution === null
    ? without(weight)
    : `${without(weight)} (${formatEvolution(weight.evolution)}, l’année d’avant sans les siens aussi)`

/** `46,2 % du don moyen (59,10 € sans eux, +14,1 %)` */
const aside = (weight: Weight, them: string): string =>
  `${shareOf(weight)} (${without(weight)} sans ${them}${weight.evolution === null ? '' : `, ${formatEvolution(weight.evolution)}`})`

/** The list of those who count in a year, or up to a day of it. */
export const toReviewIn = (annee: number, au?: string): string =>
  `/donations/a-verifier?${au === undefined ? `annee=${annee}&donne_en=${annee}` : `annee=${annee}&au=${au}`}`

interface Props {
  found: Weights
  /** The day up to which figures are shown, if not the whole year. */
  au?: string | null | undefined
  /** What the screen shows first. */
  first?: Mesure | undefined
  /** What they weigh in the rows of a screen by code. */
  codes?: WeighedCodes | null | undefined
}

/** What the donors to review weigh in a year, and its figures without them; nothing if they weigh nowhere. */
export function SuspectsNotice({ found, au, first, codes }: Props) {
  if (!found) return null
  const { annee, donateurs } = found
  const [main, ...others] = found.mesures.toSorted(
    (one, other) => Number(other.mesure === first) - Number(one.mesure === first),
  )
  const rows = codes && codes.total > 0 ? codes : null
  if (!main && !rows) return null
  const day = au ?? undefined
  const them = donateurs > 1 ? 'eux' : 'lui'
  return (
    // No live region: it is there from the start, and would be read aloud at every step.
    <div className="alert alert-warning">
      <p>
        <Lead className="count" to={toReviewIn(annee, day)}>
          {toReview(donateurs)}
        </Lead>{' '}
        {main ? weighing(donateurs, main, annee) : `${donateurs > 1 ? 'pèsent' : 'pèse'} ici`}
        {day !== undefined && ` au ${formatDayMonth(day)}`}
        {main && `\u202F; sans ${them}\u00A0: ${compared(main)}`}.
        {others.length > 0 && (
          <>
            {' '}
            {donateurs > 1 ? 'Ils pèsent' : 'Il pèse'} aussi{' '}
            {listWords(others.map((weight) => aside(weight, them)))}.
          </>
        )}
      </p>
      {rows && <Rows codes={rows} them={them} />}
    </div>
  )
}

/** The rows that they bend, without them. */
function Rows({ codes: { lines, total }, them }: { codes: WeighedCodes; them: string }) {
  return (
    <>
      <p>Sans {them}, ligne par ligne&nbsp;:</p>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {total > lines.length && <li>et {formatCount(total - lines.length)} autres</li>}
      </ul>
    </>
  )
}

/** The notice that donors to review were not looked for yet among all imports, or unread; null if neither. */
export const useAwaited = (): string | null => useShell()?.suspects.awaited ?? null

/** Figures that the donors to review of some years may bend: above them how much, and in them no judgement while they do. */
export function Weighed({
  found,
  awaited,
  codes,
  children,
  ...shown
}: Omit<Props, 'found'> & {
  found: readonly Weights[]
  awaited: string | null
  children: ReactNode
}) {
  const bend = (weights: Weights) => weights !== null && weights.mesures.length > 0
  const isDoubtful = awaited !== null || (codes?.total ?? 0) > 0 || found.some(bend)
  return (
    <Doubt.Provider value={{ isDoubtful, found }}>
      {awaited && <p className="notice">{awaited}</p>}
      {found.map(
        (weights) =>
          weights && (
            <SuspectsNotice
              key={weights.annee}
              found={weights}
              codes={weights.annee === codes?.annee ? codes : null}
              {...shown}
            />
          ),
      )}
      {children}
    </Doubt.Provider>
  )
}

/** In a form about figures that donors to review weigh on: the tick that it is meant nevertheless. */
export const Nevertheless = ({ name = NEVERTHELESS }: { name?: string }) => (
  <CheckField label="Sans attendre que ces donateurs soient vérifiés" name={name} />
)
