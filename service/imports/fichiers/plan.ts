import type { LectureFichier } from '#contract/lecture'
import type { Db } from '../../platform/database/connect'
import { BEAUCOUP, PEU, readHead } from '../staging/octets'
import { coupe, trouverEntete } from './entete'
import { feuilleDe, type FichierOutil } from './fichier'
import { resoudre } from './resoudre'

/** The plan of a reading of a staged file, and its first rows. */
export async function planDe(db: Db, file: FichierOutil, lecture: LectureFichier) {
  const { feuille, place } = feuilleDe(file, lecture.feuille)
  const { head, isWhole } = await readHead(
    db,
    file.fichierId,
    place,
    feuille,
    lecture.ligne_entete === feuille.ligneEntete ? PEU : BEAUCOUP,
  )
  const asked = coupe(feuille, lecture.ligne_entete)
  const plan = resoudre(lecture, trouverEntete(head, new Set(), asked), feuille.courtes)
  return { feuille, place, plan, head, isWhole }
}

export type APlanifier = Awaited<ReturnType<typeof planDe>>
