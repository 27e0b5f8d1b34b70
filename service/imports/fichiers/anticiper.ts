import { randomUUID } from 'node:crypto'
import { LectureFichier, type Modele } from '#contract/lecture'
import type { Database } from '../../platform/database/connect'
import { empreinteDe, passeDe } from './empreinte'
import type { Entete } from './entete'
import { createLues } from './lues'
import { forgetReading, noterLues } from './notees'
import { ouvrirPasse } from './passer'
import { reconnaitre } from './reconnaitre'
import { resoudre } from './resoudre'

/** What is read of a file while it arrives. */
export interface Avance {
  /** Never rejects: what goes wrong is told by the account, which reads the file anew. */
  push: (bytes: Buffer) => Promise<void>
  /** Keeps what was read, for the account that will be asked for. */
  garder: (sha256: string) => Promise<void>
  abandonner: () => Promise<void>
}

interface Arrivant {
  fichierId: string
  entete: Entete
  modeles: readonly Modele[]
  /** The name of its sheet, none of a CSV. */
  feuille: string
  /** Of what is read, about. */
  octets: number
}

/** The reading that will be asked for: that of the one model that knows the header. */
function lectureAttendue({ entete, modeles, feuille }: Arrivant): LectureFichier | undefined {
  const at = { ligne_entete: entete.ligne, feuille }
  const reconnus = modeles
    .flatMap((modele) => reconnaitre(modele, entete.noms, at) ?? [])
    .filter(({ etat }) => etat === 'reconnu')
  const [only, ...others] = reconnus
  if (!only?.lecture || others.length > 0) return undefined
  return LectureFichier.parse(only.lecture)
}

/** Begins to read a CSV or a sheet whose header one model knows; undefined where it must be asked how. */
export async function anticiper(
  database: Database,
  arrivant: Arrivant,
): Promise<Avance | undefined> {
  const { db } = database
  const { fichierId, entete, feuille, octets } = arrivant
  const lecture = lectureAttendue(arrivant)
  if (!lecture) return undefined
  const lectureId = randomUUID()
  // Without a digest nobody finds it; it goes with the file if this process dies.
  await db
    .insertInto('lectures_fichiers')
    .values({
      lecture_id: lectureId,
      fichier_id: fichierId,
      empreinte: lectureId,
      lues_de: lectureId,
      lecture: JSON.stringify(lecture),
    })
    .execute()
  await createLues(db, lectureId)
  const plan = resoudre(lecture, entete, feuille !== '')
  const passe = await ouvrirPasse(database, { fichierId, lectureId, plan, octets })
  let isGivenUp = false
  const abandonner = async () => {
    if (isGivenUp) return
    isGivenUp = true
    passe.abort()
    await db.transaction().execute((tx) => forgetReading(tx, lectureId))
  }
  const attempt = async (work: () => Promise<void>) => {
    if (!isGivenUp) await work().catch(() => abandonner().catch(() => undefined))
  }
  return {
    push: (bytes) => attempt(() => passe.push(bytes)),
    garder: (sha256) =>
      attempt(async () =>
        noterLues(db, lectureId, await passe.end(), {
          empreinte: empreinteDe(sha256, lecture),
          passe: passeDe(sha256, lecture),
        }),
      ),
    abandonner,
  }
}
