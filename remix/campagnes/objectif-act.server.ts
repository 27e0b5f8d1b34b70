import { fixerObjectif, type MesureObjectif, retirerObjectif } from '#contract/objectifs'
import { keepName } from '../decideur.server'
import { textOf } from '../exclusions/text'
import { redirectWith } from '../message.server'
import { call } from '../service.server'
import { shownAgain } from '../written.server'

/** Sets or withdraws an aim; the screen reports the outcome. */
export async function actOnObjectifs(request: Request) {
  const form = await request.formData()
  const cookies = await keepName(form, 'saisi_par')
  const given = (name: string) => textOf(form, name)?.trim() ?? ''
  const [annee, valeur, saisi_par] = [given('annee'), given('valeur'), given('saisi_par')]
  const body = {
    annee,
    mesure: given('mesure') as MesureObjectif,
    famille: given('famille'),
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
