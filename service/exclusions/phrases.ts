import type { Evenement } from '#contract/exclusions'
import { formatMoney, plural } from '#figures/format'

/** What an exclusion or a reinstatement does to these gifts: '3 dons (150,00 €) ne comptent plus.' */
function tell(dons: number, montant: number, excluded: boolean): string {
  if (dons === 0) return 'aucun don n’est concerné.'
  const gifts = `${plural(dons, 'don')} (${formatMoney(montant)})`
  const verb = dons === 1 ? 'compte' : 'comptent'
  return `${gifts} ${excluded ? `ne ${verb} plus` : `${verb} à nouveau`}.`
}

const SPACE = '\u00A0'

/** 'Le donateur C-12 est exclu : 3 dons (150,00 €) ne comptent plus.' */
export function announce(evenement: Evenement): string {
  const { contact_id, type, donations_concernees: dons, montant_concerne: montant } = evenement
  const excluded = type === 'EXCLUSION'
  return `Le donateur ${contact_id} est ${excluded ? 'exclu' : 'réintégré'}${SPACE}: ${tell(dons, montant, excluded)}`
}

/** '3 donateurs sont exclus : 5 dons (150,00 €) ne comptent plus.' */
export function announceAll(evenements: readonly Evenement[], dons: number, montant: number) {
  const [only] = evenements
  if (only && evenements.length === 1) return announce(only)
  return `${plural(evenements.length, 'donateur')} sont exclus${SPACE}: ${tell(dons, montant, true)}`
}
