import {
  chargerCampagnes,
  dictionnaire,
  type Inconnu,
  saisirCampagnes,
} from '#contract/dictionnaire'
import { Euros } from '#contract/values'
import { readFileText } from '../../../forms/file-text.server'
import { answerNote } from '../../../forms/outcome.server'
import { readForm } from '../../../forms/read.server'
import { textOf } from '../../../forms/text'
import { Refusal } from '../../../service/refusal.server'
import { call } from '../../../service/service.server'
import { dictionaryOf } from '../../../tables/links'
import { DICTIONARY_PATH } from './paths'

const refuse = (champ: string, detail: string) =>
  new Refusal(422, { detail, code: 'invalide', champ })

async function textOfFile(form: FormData): Promise<string> {
  const file = form.get('fichier')
  if (!(file instanceof File) || file.size === 0)
    throw refuse('fichier', 'Choisissez le fichier CSV du dictionnaire.')
  return readFileText(file)
}

/** Empty for nothing; what is no number is refused by name. */
function numberIn(form: FormData, champ: string, named: string): number | null {
  const text = textOf(form, champ)?.trim() ?? ''
  if (text === '') return null
  const read = Euros.safeParse(text)
  if (read.success) return read.data
  throw refuse(
    champ,
    `${named}\u00A0: ${read.error.issues[0]?.message ?? 'ce n’est pas un nombre.'}`,
  )
}

const ficheIn = (form: FormData) => ({
  code: textOf(form, 'code')?.trim() ?? '',
  nom: textOf(form, 'nom') ?? '',
  famille: textOf(form, 'famille') ?? '',
  exercice: textOf(form, 'exercice')?.trim() ?? '',
  cout: numberIn(form, 'cout', 'Coût'),
  envois: numberIn(form, 'envois', 'Envois'),
  debut: textOf(form, 'debut') ?? '',
  fin: textOf(form, 'fin') ?? '',
})

/** The ticked codes with what is proposed for them now. */
async function tickedIn(form: FormData, request: Request) {
  const ticked = new Set(form.getAll('retenir[]'))
  const { inconnus } = await call(dictionnaire, {}, request)
  const chosen = inconnus.data.filter(({ code }) => ticked.has(code))
  if (chosen.length === 0) throw refuse('retenir', 'Cochez au moins un code.')
  return chosen.map(({ code, famille, exercice }: Inconnu) => ({
    ...{ code, nom: '', famille: famille ?? '', exercice: exercice ?? '' },
    ...{ cout: null, envois: null, debut: '', fin: '' },
  }))
}

async function act(form: FormData, request: Request): Promise<{ message: string }> {
  const nom = textOf(form, 'saisi_par')?.trim() ?? ''
  const author = nom === '' ? {} : { saisi_par: nom }
  if (form.has('fichier')) {
    const body = { texte: await textOfFile(form), ...author }
    return call(chargerCampagnes, { body }, request)
  }
  const fiches = form.has('code') ? [ficheIn(form)] : await tickedIn(form, request)
  return call(saisirCampagnes, { body: { fiches, ...author } }, request)
}

/** Says what a code is, takes proposals that were ticked, or loads a file; the screen reports the outcome. */
export async function actOnDictionnaire(request: Request) {
  const form = await readForm(request, 'au dictionnaire')
  const code = textOf(form, 'code')?.trim()
  const where = code ? dictionaryOf(code) : DICTIONARY_PATH
  return answerNote(form, act(form, request), where, 'saisi_par')
}
