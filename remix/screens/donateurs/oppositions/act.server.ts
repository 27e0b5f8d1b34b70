import { type NatureOpposition, noterOppositions } from '#contract/oppositions'
import { keepName, nameIn } from '../../../forms/decideur.server'
import { redirectWith } from '../../../forms/message.server'
import { textOf } from '../../../forms/text'
import { shownAgain } from '../../../forms/written.server'
import { Refusal } from '../../../service/refusal.server'
import { call } from '../../../service/service.server'
import { pastedOrSent, unreadable } from '../selection/form.server'
import { OPPOSITIONS } from './paths'

/** Notes oppositions; on a refused field shows the form again, with what was pasted. */
export async function actOnOppositions(request: Request) {
  const form = await request.formData().catch(unreadable('aux oppositions'))
  const written = {
    texte: textOf(form, 'texte') ?? '',
    nature: textOf(form, 'nature') ?? '',
    jour: textOf(form, 'jour') ?? '',
    raison: textOf(form, 'raison') ?? '',
  }
  const sent = await pastedOrSent(form.get('fichier'))
  const body = {
    ...written,
    nature: written.nature as Exclude<NatureOpposition, 'effacement'>,
    // A file has titles of its own: it is read by itself.
    texte: sent.trim() === '' ? written.texte : sent,
    nom: nameIn(form),
  }
  try {
    if (sent.trim() !== '' && written.texte.trim() !== '')
      throw new Refusal(422, {
        detail: 'Collez la liste ou choisissez un fichier, pas les deux.',
        code: 'invalide',
        champ: 'texte',
      })
    const { message, inconnus } = await call(noterOppositions, { body }, request)
    const cookies = await keepName(form)
    return await redirectWith(
      OPPOSITIONS,
      { ton: inconnus > 0 ? 'attention' : 'succes', texte: message },
      cookies,
    )
  } catch (error) {
    return shownAgain(form, error, await keepName(form))
  }
}
