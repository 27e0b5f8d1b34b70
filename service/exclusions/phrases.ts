import type { Evenement } from '#contract/exclusions'
import { formatMoney, plural } from '#figures/format'

const SPACE = '\u00A0'

/** 'Le donateur C-12 est exclu : 3 dons (150,00 €) ne comptent plus.' */
export function announce(evenement: Evenement): string {
  const { contact_id, type, donations_concernees: dons, montant_concerne } = evenement
  const excluded = type === 'EXCLUSION'
  const start = `Le donateur ${contact_id} est ${excluded ? 'exclu' : 'réintégré'}`
  if (dons === 0) return `${start}${SPACE}: aucun don n’est concerné.`
  const gifts = `${plural(dons, 'don')} (${formatMoney(montant_concerne)})`
  const verb = dons === 1 ? 'compte' : 'comptent'
  return `${start}${SPACE}: ${gifts} ${excluded ? `ne ${verb} plus` : `${verb} à nouveau`}.`
}
