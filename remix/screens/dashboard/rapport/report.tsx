import { RIEN_N_EST_DIT } from '#figures/attente'
import { Weighed } from '../../../ui/suspects'
import { Amounts, Campaigns, Loyalty, Months, NewDonors, Overview, Steering } from './chapters'
import { Rules, Seal } from './closing'
import type { Rapport } from './rapport.server'

/** A year's report: its chapters, seven where there are aims or costs, then definitions and seal. */
export function Report({ rapport }: { rapport: Rapport }) {
  return (
    <Weighed
      found={[rapport.weights]}
      awaited={rapport.fraicheur.suspects_attendus ? RIEN_N_EST_DIT : null}
    >
      <Overview rapport={rapport} />
      <Months rapport={rapport} />
      <NewDonors rapport={rapport} />
      <Loyalty rapport={rapport} />
      <Amounts rapport={rapport} />
      <Campaigns rapport={rapport} />
      <Steering rapport={rapport} />
      <Rules rapport={rapport} />
      <Seal rapport={rapport} />
    </Weighed>
  )
}
