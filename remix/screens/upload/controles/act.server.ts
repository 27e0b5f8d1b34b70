import { expliquerEcart, retirerTotal, saisirTotal, verifierControles } from '#contract/controles'
import { plural } from '#figures/format'
import { keepName } from '../../../forms/decideur.server'
import { redirectWith } from '../../../forms/message.server'
import { entryOf } from '../../../forms/text'
import { shownAgain } from '../../../forms/written.server'
import { asRefusal } from '../../../service/refusal.server'
import { call } from '../../../service/service.server'

const PATH = '/upload/controles'

/** The period that a form names: a year, with the month of a field of its own or after a dash. */
function periodIn(form: FormData): { annee: string; mois?: string } {
  const [annee = '', ofYear] = entryOf(form, 'annee').split('-')
  const mois = ofYear ?? entryOf(form, 'mois')
  return mois === '' ? { annee } : { annee, mois }
}

/** What a form does, and which year it is about. */
interface Done {
  message: string
  annee?: string
}

async function withdraw(form: FormData, request: Request): Promise<Done> {
  const period = periodIn(form)
  const body = { ...period, motif: entryOf(form, 'motif'), saisi_par: entryOf(form, 'saisi_par') }
  return { ...(await call(retirerTotal, { body }, request)), annee: period.annee }
}

async function explain(form: FormData, request: Request): Promise<Done> {
  const [period = '', ecart = ''] = entryOf(form, 'periode').split('|')
  const [annee = '', mois] = period.split('-')
  const body = {
    ...(mois === undefined ? { annee } : { annee, mois }),
    ecart,
    raison: entryOf(form, 'raison'),
    saisi_par: entryOf(form, 'saisi_par'),
  }
  return { ...(await call(expliquerEcart, { body }, request)), annee }
}

async function noteTotal(form: FormData, request: Request): Promise<Done> {
  const period = periodIn(form)
  const saisi_par = entryOf(form, 'saisi_par')
  const body = {
    ...period,
    montant: entryOf(form, 'montant'),
    ...(saisi_par !== '' && { saisi_par }),
  }
  const { message } = await call(saisirTotal, { body }, request)
  return {
    message: `${message} L’écart paraît aussitôt\u202F; le contrôle le compte dans quelques instants.`,
    annee: period.annee,
  }
}

async function compare(request: Request): Promise<Done> {
  const { concordants, total } = await call(verifierControles, {}, request)
  return {
    message: `Tout a été comparé à nouveau\u00A0: ${plural(concordants, 'contrôle')} sur ${total} ${concordants > 1 ? 'concordants' : 'concordant'}.`,
  }
}

function act(form: FormData, request: Request): Promise<Done> {
  if (form.has('periode')) return explain(form, request)
  if (form.has('motif')) return withdraw(form, request)
  return form.has('annee') ? noteTotal(form, request) : compare(request)
}

/** Runs the controls, or records an accounting total or withdrawal; the screen reports the outcome. */
export async function actOnControles(request: Request) {
  const form = await request.formData()
  const cookies = await keepName(form, 'saisi_par')
  try {
    const { message, annee } = await act(form, request)
    const where = annee === undefined ? PATH : `${PATH}?${new URLSearchParams({ annee })}`
    return await redirectWith(where, { ton: 'succes', texte: message }, cookies)
  } catch (error) {
    if (form.has('annee') || form.has('periode')) return shownAgain(form, error, cookies)
    const { message } = asRefusal(error)
    return redirectWith(PATH, { ton: 'erreur', texte: message }, cookies)
  }
}
