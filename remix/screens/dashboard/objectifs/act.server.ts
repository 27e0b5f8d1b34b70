import { fixerObjectif, type MesureObjectif, retirerObjectif } from '#contract/objectifs'
import { keepName } from '../../../forms/decideur.server'
import { redirectWith } from '../../../forms/message.server'
import { entryOf } from '../../../forms/text'
import { shownAgain } from '../../../forms/written.server'
import { call } from '../../../service/service.server'

/** Sets or withdraws an aim; the screen reports the outcome. */
export async function actOnObjectifs(request: Request) {
  const form = await request.formData()
  const cookies = await keepName(form, 'saisi_par')
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
  const path = '/dashboard/objectifs'
  try {
    const { message } =
      valeur === ''
        ? await call(retirerObjectif, { body }, request)
        : await call(fixerObjectif, { body: { ...body, valeur } }, request)
    const where = `${path}?${new URLSearchParams({ annee })}`
    return await redirectWith(where, { ton: 'succes', texte: message }, cookies)
  } catch (error) {
    return shownAgain(form, error, cookies)
  }
}
