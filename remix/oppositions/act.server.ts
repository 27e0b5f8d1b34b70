import { type NatureOpposition, noterOppositions } from '#contract/oppositions'
import { keepName, nameIn } from '../decideur.server'
import { textOf } from '../exclusions/text'
import { redirectWith } from '../message.server'
import { Refusal } from '../refusal.server'
import { pastedOrSent, unreadable } from '../selections/form.server'
import { call } from '../service.server'
import { shownAgain } from '../written.server'
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
    nature: written.nature as NatureOpposition,
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
    const { message } = await call(noterOppositions, { body }, request)
    const cookies = await keepName(form)
    return await redirectWith(OPPOSITIONS, { ton: 'succes', texte: message }, cookies)
  } catch (error) {
    return shownAgain(form, error, await keepName(form))
  }
}
