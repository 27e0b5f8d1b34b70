import { Link } from '@remix-run/react'
import type { AVerifier } from '#contract/verification'
import { formatCount } from '#figures/format'
import { POIDS_PATH } from '../../../forms/operation'
import { Alert } from '../../../ui/alert'

type Regle = AVerifier['regles'][number]

const pathOf = (code: string) => `${POIDS_PATH}?${new URLSearchParams({ regle: code })}`

/** What people decided about a rule's donors, where it says that it should weigh less. */
export function proposalOf({ exclus, legitimes }: Pick<Regle, 'exclus' | 'legitimes'>): string {
  const decided = exclus + legitimes
  if (decided === 1)
    return `Le seul donateur décidé qu’elle désigne est ${legitimes ? 'jugé légitime' : 'exclu'}.`
  const them = `des ${formatCount(decided)} donateurs décidés qu’elle désigne`
  if (legitimes === 0) return `Aucun ${them} n’est jugé légitime.`
  return legitimes === 1
    ? `Un seul ${them} est jugé légitime.`
    : `${formatCount(legitimes)} ${them} sont jugés légitimes.`
}

/** Leads to a rule's weight: to another where one is proposed, or was given. */
export function WeightLink({ regle }: { regle: Regle | undefined }) {
  if (!regle) return null
  const { code, poids, poids_propose } = regle
  return (
    <Link
      className="button button-small button-outline"
      to={pathOf(code)}
      aria-label={`Poids de la règle ${code}`}
    >
      {poids_propose !== null ? 'Peser moins…' : poids === 100 ? 'Poids' : `${poids}\u00A0%`}
    </Link>
  )
}

/** The rules that people mostly contradicted. */
export function Proposals({ regles }: { regles: readonly Regle[] }) {
  const proposed = regles.filter(({ poids_propose }) => poids_propose !== null)
  if (proposed.length === 0) return null
  return (
    <Alert tone="information" title="Des règles se trompent souvent">
      <ul>
        {proposed.map((regle) => (
          <li key={regle.code}>
            {regle.libelle} ({regle.code})&nbsp;: {proposalOf(regle)}{' '}
            <Link to={pathOf(regle.code)}>
              Proposer qu’elle pèse {regle.poids_propose}&nbsp;% de ses points
            </Link>
          </li>
        ))}
      </ul>
      <p>Rien ne change tant qu’une personne ne le décide pas.</p>
    </Alert>
  )
}
