import { remercier } from '#contract/remerciements'
import { decision } from '../../../forms/outcome.server'
import { ownPath } from '../../../forms/own-path'
import { textsOf } from '../../../forms/text'
import { REMERCIEMENTS } from './paths'

/** Notes who was thanked, and shows the list or card again; where a field is refused with what was written and ticked. */
export const actOnThanks = decision((form) => ({
  by: remercier,
  body: { contacts: textsOf(form, 'contact[]').filter((contact) => contact !== '') },
  retour: ownPath(form.get('retour'), REMERCIEMENTS),
  champs: ['contacts', 'jour', 'nom'],
  failed: 'Erreur lors de l’enregistrement des remerciements',
  perhaps: 'les remerciements sont peut-être notés. La liste le dira',
}))
