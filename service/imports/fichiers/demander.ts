import type { LectureFichier, Modele } from '#contract/lecture'
import { citer } from '#figures/format'
import type { Db } from '../../platform/database/connect'
import { Problem } from '../../problem'
import type { Demande } from '../entries/entry'
import { countImports } from '../entries/read'
import { plusLa } from '../failure'
import { empreinteDe, ordered } from './empreinte'
import type { FichierOutil } from './fichier'
import { lireModele } from './modeles'
import { readNoted } from './notees'

/** Throws a Problem if a model has become another reading since an account was made: its version is not that one. */
async function refuserSiChange(
  db: Db,
  modele: Modele,
  { lecture, empreinte }: { lecture: LectureFichier; empreinte: string },
): Promise<void> {
  const isSame = (one: LectureFichier) =>
    JSON.stringify(ordered(one)) === JSON.stringify(ordered(lecture))
  if (modele.le === null || isSame(modele.lecture)) return
  const newer = await db
    .selectFrom('lectures_fichiers')
    .select('lecture_id')
    .where('empreinte', '=', empreinte)
    .where('demandee_le', '<', new Date(modele.le))
    .executeTakeFirst()
  if (newer)
    throw new Problem(
      'conflit',
      `Le modèle ${citer(modele.nom)} a changé depuis que ce compte a été lu. Reprenez le fichier avec lui, ou gardez cette lecture sous un autre nom.`,
      { champ: 'modele' },
    )
}

/** What an import is asked with, the model by its name and version. */
export async function demandeOf(
  db: Db,
  {
    lecture,
    empreinte,
    modele: id,
  }: { lecture: LectureFichier; empreinte: string; modele?: string | undefined },
): Promise<Demande> {
  const modele = id === undefined ? null : await lireModele(db, id)
  if (modele) await refuserSiChange(db, modele, { lecture, empreinte })
  return {
    lecture,
    empreinte,
    modele: modele && { id: modele.id, nom: modele.nom, version: modele.version },
  }
}

/** What a failed import was asked with. */
export async function readDemande(db: Db, fichierId: string): Promise<Demande> {
  const found = await db
    .selectFrom('imports')
    .select('demande')
    .where('fichier_id', '=', fichierId)
    .executeTakeFirst()
  if (!found?.demande) throw plusLa()
  return found.demande as Demande
}

const OTHER =
  'Le compte que vous avez lu est celui d’une autre lecture, ou d’avant un autre import. Relisez le fichier avec ces choix, puis importez-le.'

/** Throws a Problem unless an import is asked for with the account of this very reading, in which nothing is undecided. */
export async function verifierDemande(
  db: Db,
  file: FichierOutil,
  { lecture, empreinte }: Demande,
): Promise<number> {
  if (empreinte !== empreinteDe(file.sha256, lecture))
    throw new Problem('conflit', OTHER, { champ: 'empreinte' })
  const noted = await readNoted(db, file.fichierId, empreinte)
  if (!noted?.lues || !noted.compte || noted.isHeld)
    throw new Problem('conflit', OTHER, { champ: 'empreinte' })
  const { bloque, lignes, numeros_repris, masquees } = noted.compte
  if (masquees && lecture.lignes_masquees === undefined)
    throw new Problem(
      'invalide',
      'Des lignes de cette feuille sont masquées\u00A0: dites si elles se lisent, ou si elles restent de côté.',
      { champ: 'lignes_masquees' },
    )
  if (numeros_repris && lecture.numeros_repris === undefined)
    throw new Problem(
      'invalide',
      'Des numéros de ce fichier sont déjà ceux d’autres dons\u00a0: dites si ce sont d’autres dons, sous un autre préfixe, ou des corrections.',
      { champ: 'numeros_repris' },
    )
  if (bloque.length > 0)
    throw new Problem(
      'invalide',
      `Décidez si ces lignes comptent avant d’importer\u00a0: ${bloque
        .slice(0, 10)
        .map(({ valeur }) => (valeur === '' ? '(vide)' : citer(valeur)))
        .join(', ')}${bloque.length > 10 ? ` et ${bloque.length - 10} autres` : ''}.`,
      { champ: 'sorts' },
    )
  if (noted.apres !== (await countImports(db)))
    throw new Problem('conflit', OTHER, { champ: 'empreinte' })
  return lignes.lues
}
