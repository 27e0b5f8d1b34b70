import { fixerObjectif, type MesureObjectif, retirerObjectif } from '#contract/objectifs'
import { answerNote } from '../../../forms/outcome.server'
import { entryOf } from '../../../forms/text'
import { call } from '../../../service/service.server'

/** Sets or withdraws an aim; the screen reports the outcome. */
export async function actOnObjectifs(request: Request) {
  const form = await request.formData()
  const [annee, valeur, saisi_par] = [
    entryOf(form, 'annee'),
    entryOf(form, 'valeur'),
    entryOf(form, 'saisi_par'),
  ]
  const body = {
    annee,
    mesure: entryOf(form, 'mesure') as MesureObjectif,
    famille: entryOf(form, 'famille'),
    ...(saisi_par !== '' && { saisi_par }),
  }
  const noted =
    valeur === ''
      ? call(retirerObjectif, { body }, request)
      : call(fixerObjectif, { body: { ...body, valeur } }, request)
  const where = `/dashboard/objectifs?${new URLSearchParams({ annee })}`
  return answerNote(form, noted, where, 'saisi_par')
}
