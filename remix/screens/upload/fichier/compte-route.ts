import type { LoaderFunctionArgs } from '@remix-run/node'
import { compterFichier } from '#contract/fichiers'
import { readOnly, refused, refusedAsJson } from '../../../service/refused.server'
import { call } from '../../../service/service.server'
import { lectureOf } from './lecture.server'
import { readAsked } from './read.server'

/** How far the account of a reading is, for polling. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const fichier_id = params['fichier_id'] ?? ''
  try {
    const { fichier, draft } = await readAsked(request, fichier_id)
    const read = lectureOf(draft, fichier.colonnes)
    if ('faults' in read) return refused(read.faults.join(' '), 422)
    const body = read.lecture
    const { en_cours } = await call(compterFichier, { params: { fichier_id }, body }, request)
    return Response.json(en_cours)
  } catch (error) {
    return refusedAsJson(error)
  }
}

export const action = readOnly
