import type { Evenement } from '#contract/exclusions'
import { formatMoney, plural } from '#figures/format'
import { centsOf, sum } from '#figures/ratios'

/** What an exclusion or a reinstatement does to these gifts: '3 dons (150,00 €) ne comptent plus.' */
function tell(evenements: readonly Evenement[], excluded: boolean): string {
  const dons = sum(evenements.map((evenement) => evenement.donations_concernees))
  if (dons === 0) return 'aucun don n’est concerné.'
  const cents = sum(evenements.map((evenement) => centsOf(evenement.montant_concerne)))
  const gifts = `${plural(dons, 'don')} (${formatMoney(cents / 100)})`
  const verb = dons === 1 ? 'compte' : 'comptent'
  return `${gifts} ${excluded ? `ne ${verb} plus` : `${verb} à nouveau`}.`
}

const SPACE = '\u00A0'

/**
 * 'Le donateur C-12 est exclu : 3 dons (150,00 €) ne comptent plus.', of a donor's events, the first of the contact
 * that was asked for; whom else it is about is said.
 */
export function announce(evenements: readonly Evenement[]): string {
  const [first, ...others] = evenements
  if (!first) throw new Error('Une commande, un événement.')
  const excluded = first.type === 'EXCLUSION'
  const whom =
    others.length > 0
      ? `, avec ${others.map(({ contact_id }) => contact_id).join(', ')} (la même personne)`
      : ''
  return `Le donateur ${first.contact_id} est ${excluded ? 'exclu' : 'réintégré'}${whom}${SPACE}: ${tell(evenements, excluded)}`
}

/** '3 donateurs sont exclus : 5 dons (150,00 €) ne comptent plus.' */
export const announceAll = (evenements: readonly Evenement[], donateurs: number): string =>
  donateurs === 1
    ? announce(evenements)
    : `${plural(donateurs, 'donateur')} sont exclus${SPACE}: ${tell(evenements, true)}`
