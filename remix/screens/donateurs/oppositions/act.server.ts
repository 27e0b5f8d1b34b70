import { type NatureOpposition, noterOppositions } from '#contract/oppositions'
import { nameIn } from '../../../forms/decideur.server'
import { answerNote } from '../../../forms/outcome.server'
import { readForm } from '../../../forms/read.server'
import { textOf } from '../../../forms/text'
import { Refusal } from '../../../service/refusal.server'
import { call } from '../../../service/service.server'
import { pastedOrSent } from '../selection/form.server'
import { OPPOSITIONS } from './paths'

async function note(form: FormData, request: Request) {
  const texte = textOf(form, 'texte') ?? ''
  const sent = await pastedOrSent(form.get('fichier'))
  if (sent.trim() !== '' && texte.trim() !== '')
    throw new Refusal(422, {
      detail: 'Collez la liste ou choisissez un fichier, pas les deux.',
      code: 'invalide',
      champ: 'texte',
    })
  const body = {
    // A file has titles of its own: it is read by itself.
    texte: sent.trim() === '' ? texte : sent,
    nature: (textOf(form, 'nature') ?? '') as Exclude<NatureOpposition, 'effacement'>,
    jour: textOf(form, 'jour') ?? '',
    raison: textOf(form, 'raison') ?? '',
    nom: nameIn(form),
  }
  const { message, inconnus } = await call(noterOppositions, { body }, request)
  return { message, ton: inconnus > 0 ? ('attention' as const) : ('succes' as const) }
}

/** Notes oppositions; on a refused field shows the form again, with what was pasted. */
export async function actOnOppositions(request: Request) {
  const form = await readForm(request, 'aux oppositions')
  return answerNote(form, note(form, request), OPPOSITIONS)
}
