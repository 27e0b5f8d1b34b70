import type { Evenement } from '#contract/exclusions.ts'

const NARROW = '\u202F'
const SPACE = '\u00A0'

/** `1 234,50 €`, from euros. */
function euros(montant: number): string {
  const [whole = '0', cents = '00'] = montant.toFixed(2).split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, NARROW)},${cents}${SPACE}€`
}

const count = (number: number) => String(number).replace(/\B(?=(\d{3})+$)/g, NARROW)

/** 'Le donateur C-12 est exclu : 3 dons (150,00 €) ne comptent plus.' */
export function announce(evenement: Evenement): string {
  const { contact_id, type, donations_concernees: dons, montant_concerne } = evenement
  const excluded = type === 'EXCLUSION'
  const start = `Le donateur ${contact_id} est ${excluded ? 'exclu' : 'réintégré'}`
  if (dons === 0) return `${start}${SPACE}: aucun don n’est concerné.`
  const gifts = `${count(dons)}${SPACE}${dons === 1 ? 'don' : 'dons'} (${euros(montant_concerne)})`
  const verb = dons === 1 ? 'compte' : 'comptent'
  return `${start}${SPACE}: ${gifts} ${excluded ? `ne ${verb} plus` : `${verb} à nouveau`}.`
}
