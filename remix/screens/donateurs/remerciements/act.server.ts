import { remercier } from '#contract/remerciements'
import { nameIn } from '../../../forms/decideur.server'
import { answerDecision } from '../../../forms/outcome.server'
import { ownPath } from '../../../forms/own-path'
import { textOf } from '../../../forms/text'
import { call } from '../../../service/service.server'
import { REMERCIEMENTS } from './paths'

/** Notes who was thanked, and shows the list or card again; where a field is refused with what was written and ticked. */
export async function actOnThanks(request: Request) {
  const form = await request.formData()
  const contacts = form
    .getAll('contact[]')
    .flatMap((contact) => (typeof contact === 'string' && contact !== '' ? [contact] : []))
  const body = { contacts, jour: textOf(form, 'jour') ?? '', nom: nameIn(form) }
  return answerDecision(form, call(remercier, { body }, request), {
    retour: ownPath(form.get('retour'), REMERCIEMENTS),
    champs: ['contacts', 'jour', 'nom'],
    failed: 'Erreur lors de l’enregistrement des remerciements',
    perhaps: 'les remerciements sont peut-être notés. La liste le dira',
  })
}
