import { redirect } from '@remix-run/node'
import { importerFichier, lireFichier } from '#contract/fichiers'
import { garderModele, type LectureFichier, modeleFichier } from '#contract/lecture'
import { citer } from '#figures/format'
import { redirectWith } from '../../../forms/message.server'
import { textOf } from '../../../forms/text'
import { asRefusal, isUncertain, Refusal } from '../../../service/refusal.server'
import { call } from '../../../service/service.server'
import { followPath } from '../address'
import { readingPath } from '../paths'
import { PERHAPS } from '../words'
import { type Draft, readDraft, writeDraft } from './draft.server'
import { changedBy, elsewhere } from './form.server'
import { lectureOf } from './lecture.server'

const TOO_LONG =
  'Cette lecture décide de trop de valeurs, ou de trop longues. Une colonne qui dit si une ligne compte n’en a que quelques-unes\u00A0: choisissez-en une autre.'

const CHANGED =
  'Vos choix ont changé depuis ce compte\u00A0: voici ce que l’import ferait maintenant.'

/** The page of a reading: every form of it leads to one. */
const addressOf = (fichier_id: string, draft: Draft): string | null => {
  const lecture = writeDraft(draft)
  return lecture && `${readingPath(fichier_id)}?${new URLSearchParams({ lecture })}`
}

const refuse = (address: string, texte: string) =>
  redirectWith(address, { ton: 'erreur', titre: 'Erreur', texte })

/** The reading that a form stands for; throws a Refusal where it lacks something. */
async function readLecture(request: Request, fichier_id: string, draft: Draft) {
  const query = { feuille: draft.feuille, ligne_entete: draft.ligne }
  const { colonnes } = await call(lireFichier, { params: { fichier_id }, query }, request)
  const read = lectureOf(draft, colonnes)
  if ('faults' in read) throw new Refusal(422, { detail: read.faults.join(' '), code: 'invalide' })
  return read.lecture
}

/** Answers a form of the reading page: reads again, imports, or keeps the reading as a model. */
export async function actOn(request: Request, fichier_id: string) {
  const form = await request.formData()
  if (textOf(form, 'faire') === 'reprendre') return restart(request, fichier_id)
  const draft = readDraft(textOf(form, 'base') ?? null)
  if (!draft) return refuse(readingPath(fichier_id), TOO_LONG)
  const here = addressOf(fichier_id, draft) ?? readingPath(fichier_id)
  const what = textOf(form, 'faire')
  const changed = changedBy(form, draft)
  if (what === 'importer' || what === 'garder') {
    const now = writeDraft(changed) === writeDraft(draft) ? null : addressOf(fichier_id, changed)
    if (now)
      return redirectWith(now, {
        ton: 'erreur',
        titre: 'Rien n’est encore enregistré',
        texte: CHANGED,
      })
    try {
      if (what === 'importer') return await importIt(request, { fichier_id, form, draft })
      const lecture = await readLecture(request, fichier_id, draft)
      return await keepIt(request, {
        here,
        form,
        lecture: await widen(request, fichier_id, draft, lecture),
      })
    } catch (error) {
      const refusal = asRefusal(error)
      const perhaps = what === 'importer' && isUncertain(refusal) ? ` ${PERHAPS}` : ''
      // A file imported with other choices is no longer read: its page leads to the import.
      const isGone = refusal.code === 'conflit' && refusal.champ === 'fichier_id'
      return refuse(isGone ? statusOf(fichier_id) : here, `${refusal.message}${perhaps}`)
    }
  }
  const other = elsewhere(form, draft)
  if (other) return redirect(`${readingPath(fichier_id)}?${other}`, 303)
  const next = addressOf(fichier_id, changed)
  return next ? redirect(next, 303) : refuse(here, TOO_LONG)
}

const statusOf = (upload_id: string) => followPath({ type: 'fichier', upload_id })

/** A failed import again, as it was asked for. */
async function restart(request: Request, fichier_id: string) {
  const body = { reprendre: true as const }
  const input = { params: { fichier_id }, body }
  return call(importerFichier, input, request).then(
    ({ upload_id }) => redirect(statusOf(upload_id), 303),
    (error: unknown) => refuse(statusOf(fichier_id), asRefusal(error).message),
  )
}

interface Import {
  fichier_id: string
  form: FormData
  draft: Draft
}

async function importIt(request: Request, { fichier_id, form, draft }: Import) {
  const { modele } = draft
  const empreinte = textOf(form, 'empreinte') ?? ''
  const lecture = await readLecture(request, fichier_id, draft).catch((error: unknown) => {
    if (asRefusal(error).code === 'introuvable') return null
    throw error
  })
  // Of a file that somebody has imported meanwhile nothing is left to read.
  const body = lecture ? { lecture, empreinte, ...(modele && { modele }) } : { empreinte }
  const { upload_id } = await call(importerFichier, { params: { fichier_id }, body }, request)
  return redirect(statusOf(upload_id), 303)
}

/**
 * The reading with « Montant * » of the model that it began as, in place of the columns that this stands for in the file:
 * the next one has others.
 */
async function widen(
  request: Request,
  fichier_id: string,
  { modele, feuille, ligne }: Draft,
  lecture: LectureFichier,
): Promise<LectureFichier> {
  if (!modele) return lecture
  const query = { feuille, ligne_entete: ligne, modele }
  const [model, file] = await Promise.all([
    call(modeleFichier, { params: { id: modele } }, request),
    call(lireFichier, { params: { fichier_id }, query }, request),
  ])
  const part = (sum: 'plus' | 'moins') => {
    const [own, chosen] = [model.lecture.montant[sum], lecture.montant[sum]]
    const missing = own.filter((colonne) => String(colonne).endsWith(' *'))
    const found = file.lecture?.montant[sum].filter((colonne) => !own.includes(colonne)) ?? []
    return missing.length > 0 && found.every((colonne) => chosen.includes(colonne))
      ? [...chosen.filter((colonne) => !found.includes(colonne)), ...missing]
      : chosen
  }
  return { ...lecture, montant: { plus: part('plus'), moins: part('moins') } }
}

interface Keep {
  here: string
  form: FormData
  lecture: LectureFichier
}

async function keepIt(request: Request, { here, form, lecture }: Keep) {
  const id = textOf(form, 'modele')
  const body = { nom: textOf(form, 'nom') ?? '', lecture, ...(id && { id }) }
  const { nom, version } = await call(garderModele, { body }, request)
  const texte = `Le modèle ${citer(nom)} est gardé (version ${version})\u00A0: le prochain fichier du même outil sera lu ainsi.`
  return redirectWith(here, { ton: 'succes', texte })
}
