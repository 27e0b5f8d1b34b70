import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { CompteFichier } from '#contract/fichiers'
import type { LectureFichier } from '#contract/lecture'
import type { Database, Db } from '../../platform/database/connect'
import { type Job, LeaseLost, noteBackend, releaseLease } from '../../platform/jobs/lease'
import { createRunner } from '../../platform/jobs/runner'
import { Problem } from '../../problem'
import { countImports } from '../entries/read'
import { explain, stopping } from '../failure'
import { tomorrow } from '../parsing/cells/tomorrow'
import { dropLues } from '../staging/depot'
import { lockFile } from '../staging/forget'
import { BEAUCOUP, PEU, readHead } from '../staging/octets'
import { bound, undone } from '../writing/transaction'
import { apercuDe } from './apercu'
import { compter, countHomonymes } from './compte'
import { empreinteDe } from './empreinte'
import { coupe, trouverEntete } from './entete'
import { feuilleDe, type FichierOutil } from './fichier'
import { createLues, tablesOf } from './lues'
import { begin, exigerLues, noterLues, readLues, readNoted, type Refus } from './notees'
import { passer } from './passer'
import { remplir } from './remplir'
import { resoudre } from './resoudre'
import type { Lues } from './vocabulaire'

/** How long a call waits for an account before it answers the first rows and how far it is: of a large file, not long. */
const PATIENCE_MS = 1_000
const LARGE_BYTES = 4_000_000
const LARGE_PATIENCE_MS = 200
const POLL_MS = 50
const TELL_MS = 400

/** Readings of a process at the same time; each takes four connections. */
const AT_ONCE = 2
/** The plan of a reading of a staged file, and its first rows. */
async function planDe(db: Db, file: FichierOutil, lecture: LectureFichier) {
  const { feuille, place } = feuilleDe(file, lecture.feuille)
  const { head, isWhole } = await readHead(
    db,
    file.fichierId,
    place,
    feuille,
    lecture.ligne_entete === feuille.ligneEntete ? PEU : BEAUCOUP,
  )
  const asked = coupe(feuille, lecture.ligne_entete)
  const plan = resoudre(lecture, trouverEntete(head, new Set(), asked), feuille)
  return { feuille, place, plan, head, isWhole }
}

type APlanifier = Awaited<ReturnType<typeof planDe>>

/** Reads files in the background, and accounts for them. */
export interface Lectures {
  /** The account of a reading, or how far it is. Throws a Problem if there can be none. */
  compter: (file: FichierOutil, lecture: LectureFichier) => Promise<CompteFichier>
  stop: (graceMs: number) => Promise<void>
}

export function createLectures(database: Database, log: Logger): Lectures {
  const { db } = database
  const runner = createRunner(db, log)
  let running = 0
  const waiting: (() => void)[] = []
  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }

  const note = (lectureId: string, values: object) =>
    db.updateTable('lectures_fichiers').set(values).where('lecture_id', '=', lectureId).execute()

  /** Reads the rows once; what they gave is kept for every account of this reading. */
  async function readRows(job: Job, file: FichierOutil, found: APlanifier, signal: AbortSignal) {
    const { feuille, place, plan } = found
    await dropLues(db, job.id)
    await createLues(db, job.id)
    let told = 0
    const lues = await passer(
      database,
      { fichierId: file.fichierId, lectureId: job.id, place, feuille, plan },
      async (rows, bytes) => {
        signal.throwIfAborted()
        const now = performance.now()
        if (now - told < TELL_MS) return
        told = now
        await note(job.id, { traitees: rows, total: Math.round((rows * feuille.octets) / bytes) })
      },
    )
    await noterLues(db, job.id, lues)
    return lues
  }

  /** The rejects of the account that was made last, for whoever downloads them before the import. */
  async function keepRejects(tx: Db, fichierId: string, lectureId: string, lues: Lues) {
    const { entete, delimiteur, lignes, indecises } = lues
    await sql`delete from imports_rejets where fichier_id = ${fichierId}`.execute(tx)
    await sql`insert into imports_rejets select * from ${tablesOf(lectureId).ecartees}`.execute(tx)
    const ecrits = { entete, delimiteur, rejets: lignes.rejet - indecises, courtesValides: 0 }
    await sql`
      update fichiers set lecture = lecture || ${JSON.stringify(ecrits)}::jsonb
      where fichier_id = ${fichierId}`.execute(tx)
  }

  async function run(
    job: Job,
    file: FichierOutil,
    lecture: LectureFichier,
    found: APlanifier,
    signal: AbortSignal,
  ) {
    try {
      const lues = (await readLues(db, job.id)) ?? (await readRows(job, file, found, signal))
      await exigerLues(db, job.id, lues)
      signal.throwIfAborted()
      const apres = await countImports(db)
      const lisible = { lectureId: job.id, lecture, lues }
      const rempli = await db.transaction().execute(async (tx) => {
        await noteBackend(tx, db, job)
        await bound(tx)
        return remplir(tx, lisible)
      })
      const [homonymes, { compte, prevu }] = await Promise.all([
        countHomonymes(db, rempli, lisible),
        undone(db, async (tx) => {
          await noteBackend(tx, db, job)
          return compter(tx, lisible, rempli)
        }),
      ])
      await db.transaction().execute(async (tx) => {
        await lockFile(tx, file.fichierId)
        if (!(await releaseLease(tx, job))) throw new LeaseLost()
        await keepRejects(tx, file.fichierId, job.id, lues)
        await tx
          .updateTable('lectures_fichiers')
          .set({
            compte: JSON.stringify({ ...compte, homonymes }),
            prevu: JSON.stringify(prevu),
            apres,
          })
          .where('lecture_id', '=', job.id)
          .execute()
      })
    } catch (error) {
      if (!(error instanceof Problem)) log.error({ err: error, lecture: job.id }, 'lecture échouée')
      const refus: Refus = {
        detail: explain(error),
        champ: error instanceof Problem ? error.champ : undefined,
        estSur: error instanceof Problem,
      }
      await note(job.id, { refus: JSON.stringify(refus) }).catch(() => undefined)
    }
  }

  /** Tells why there is no account; what may be over is tried again the next time. */
  const refuse = async (lectureId: string, { detail, champ, estSur }: Refus): Promise<never> => {
    if (!estSur) await note(lectureId, { refus: null })
    throw new Problem(
      estSur ? 'invalide' : 'indisponible',
      detail,
      champ === undefined ? {} : { champ },
    )
  }

  const start = async (
    file: FichierOutil,
    empreinte: string,
    lecture: LectureFichier,
    found: APlanifier,
  ) => {
    if (runner.hasStopped()) throw stopping()
    const job = await begin(db, file, empreinte, lecture)
    if (!job) return
    runner
      .run(job, (signal) => inTurn(() => run(job, file, lecture, found, signal)))
      .catch(() => undefined)
  }

  return {
    compter: async (file, lecture) => {
      const found = await planDe(db, file, lecture)
      const empreinte = empreinteDe(file.sha256, lecture)
      const answer = () => ({
        lecture,
        empreinte,
        apercu: apercuDe(found.plan, found.head, found.isWhole, tomorrow(new Date())),
      })
      const imports = await countImports(db)
      const isLarge = found.feuille.octets > LARGE_BYTES
      const until = performance.now() + (isLarge ? LARGE_PATIENCE_MS : PATIENCE_MS)
      for (;;) {
        const noted = await readNoted(db, file.fichierId, empreinte)
        if (noted?.compte && noted.apres === imports && !noted.isHeld)
          return { ...answer(), en_cours: null, compte: noted.compte }
        if (noted?.refus && !noted.isHeld) await refuse(noted.lecture_id, noted.refus)
        if (!noted?.isHeld) await start(file, empreinte, lecture, found)
        if (performance.now() > until)
          return {
            ...answer(),
            en_cours: { traitees: noted?.traitees ?? 0, total: noted?.total ?? null },
            compte: null,
          }
        await wait(POLL_MS)
      }
    },
    stop: runner.stop,
  }
}
