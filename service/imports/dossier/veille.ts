import { type FSWatcher, watch } from 'node:fs'
import { lstat } from 'node:fs/promises'
import path from 'node:path'
import { today } from '#figures/today'
import { diskFull, isDiskFull } from '#process/disk'
import { expireJobs } from '../../platform/jobs/expire'
import { type Kept, keep } from '../../platform/jobs/keep'
import { holdLease, type Job, releaseLease } from '../../platform/jobs/lease'
import { Problem } from '../../problem'
import { explain } from '../failure'
import { type Deps, PlusTard, typeDe } from './deposer'
import { createTranquilles, type Entree, ouvrir, regarder } from './entrees'
import { ATTENTE, NOTRES, preparer } from './placer'
import { createPrendre } from './prendre'
import { listDecides, listEnCours, noter, noterEtat, oublier } from './suivi'

const PERIOD_MS = 10_000
/** A file that failed is tried again after so long, twice as long each time, up to ten minutes. */
const FIRST_PAUSE_MS = 20_000
const LONGEST_PAUSE_MS = 600_000

const FAULTS: Record<string, string> = {
  ENOENT: 'il n’existe pas, ou plus',
  ENOTDIR: 'ce n’est pas un dossier',
  EACCES: 'le service n’y a pas les droits',
  EPERM: 'le service n’y a pas les droits',
  EROFS: 'il est en lecture seule',
}

/** Why something of the folder did not go, in one sentence. */
function direFaute(error: unknown, nom: string): string {
  if (error instanceof PlusTard) return error.message
  if (error instanceof Problem) return `${nom}\u00A0: ${error.message}`
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (syscall !== undefined && isDiskFull(error)) return diskFull(nom)
  const why = syscall === undefined ? undefined : FAULTS[code]
  return `${nom}\u00A0: ${why ?? explain(error)}.`.replace(/\.\.$/, '.')
}

/** Asked anew each time, since it changes while something is waited for. */
const isOver = (signal: AbortSignal): boolean => signal.aborted

/** The lease of the folder: one process at a time takes its files. */
const DOSSIER = 'd0551e12-0000-4000-8000-000000000000'

/** Watches the folder until `stop`: every 10 s, and as soon as a file may have stood still long enough. */
export function veiller(deps: Deps & { config: { DEPOT_DIR: string } }): Pick<Kept, 'stop'> {
  const { db, log, config } = deps
  const dossier = path.resolve(config.DEPOT_DIR)
  const { prendre, finir } = createPrendre(deps)
  const stopping = new AbortController()
  const tranquilles = createTranquilles()
  const pauses = new Map<string, { until: number; ms: number; phrase: string }>()
  let soon: NodeJS.Timeout | undefined
  let told: string | null | undefined

  const dire = async (phrases: string[]) => {
    const phrase = phrases.length > 0 ? phrases.slice(0, 5).join(' ') : null
    if (phrase !== null && phrase !== told) log.warn({ phrase }, 'dossier')
    told = phrase
    await noterEtat(db, phrase)
  }

  /** Takes the lease unless somebody has it. */
  const takeFree = async (): Promise<Job | undefined> => {
    await expireJobs(db, 'depot', () => Promise.resolve())
    const taken = await db
      .insertInto('leases')
      .values({ job_id: DOSSIER, kind: 'depot' })
      .onConflict((conflict) => conflict.doNothing())
      .returning('attempt')
      .executeTakeFirst()
    return taken && { id: DOSSIER, attempt: taken.attempt }
  }

  /** Files that waited and that somebody has imported, or taken out. */
  const suivreDecides = async () => {
    // Where the folder itself is away, an empty one may stand in its place: nobody has taken these out.
    if (!(await lstat(path.join(dossier, ATTENTE)).catch(() => null))) return
    for (const { depot_id, nom, chemin, fichier_id, phrase } of await listDecides(db)) {
      const place = path.join(dossier, chemin)
      const file = await ouvrir(place)
      if (!file) {
        await noter(db, depot_id, {
          sort: 'parti',
          phrase: 'Retiré du dossier à la main.',
          chemin: null,
        })
        continue
      }
      try {
        if (fichier_id === null) continue
        await noter(db, depot_id, { fichier_id })
        await finir(depot_id, { chemin: Buffer.from(place), nom }, file, {
          sort: 'importe',
          phrase,
        })
      } finally {
        await file.close()
      }
    }
  }

  /** What was begun with files that are not there any more: moved before that was noted, or taken away. */
  const suivrePartis = async (fichiers: readonly Entree[]) => {
    const present = new Set(fichiers.map(({ marque }) => marque))
    for (const { depot_id, marque, statut, chemin, message } of await listEnCours(db)) {
      if (present.has(marque) || statut === 'processing') continue
      if (statut === null) await oublier(db, depot_id)
      else {
        const place =
          chemin && (await lstat(path.join(dossier, chemin)).catch(() => null)) ? chemin : null
        await noter(db, depot_id, { sort: 'importe', phrase: message ?? '', chemin: place })
      }
    }
  }

  /** Donors before gifts, then the files of tools; each by its name. */
  const ordonner = async (murs: readonly Entree[]): Promise<Entree[]> => {
    const ranks = { donateurs: 0, donations: 1, fichier: 2 }
    const ranked: { rank: number; entree: Entree }[] = []
    for (const entree of murs) {
      const file = await ouvrir(entree.chemin, entree.marque).catch(() => undefined)
      const read = file && (await typeDe(db, file, entree.nom).catch(() => undefined))
      await file?.close()
      ranked.push({ rank: ranks[read?.type ?? 'fichier'], entree })
    }
    return ranked
      .toSorted(
        (one, other) =>
          one.rank - other.rank ||
          one.entree.nom.localeCompare(other.entree.nom, 'fr', { numeric: true }),
      )
      .map(({ entree }) => entree)
  }

  const prendreTous = async (fichiers: Entree[], murs: Entree[], signal: AbortSignal) => {
    await suivreDecides()
    await suivrePartis(fichiers)
    const jour = today()
    if (murs.length > 0) await preparer(dossier, jour)
    const enCours = await listEnCours(db)
    for (const entree of await ordonner(murs)) {
      if (signal.aborted) return
      const { marque, nom } = entree
      try {
        await prendre(
          entree,
          enCours.find((one) => one.marque === marque),
          signal,
        )
        pauses.delete(marque)
      } catch (error) {
        if (isOver(signal)) return
        const ms = Math.min(LONGEST_PAUSE_MS, 2 * (pauses.get(marque)?.ms ?? FIRST_PAUSE_MS / 2))
        pauses.set(marque, { until: performance.now() + ms, ms, phrase: direFaute(error, nom) })
        log.warn({ err: error, fichier: nom }, 'fichier du dossier remis à plus tard')
      }
    }
  }

  /** Runs work under the lease; nothing where another process has it. */
  const seul = async (work: (signal: AbortSignal) => Promise<void>): Promise<boolean> => {
    const job = await takeFree()
    if (!job) return false
    const lost = new AbortController()
    const missed = (err: unknown) => log.warn({ err }, 'bail non tenu')
    const stop = holdLease(db, job, { lost: () => lost.abort(), missed })
    try {
      await work(AbortSignal.any([lost.signal, stopping.signal]))
      return true
    } finally {
      stop()
      await releaseLease(db, job).catch(missed)
    }
  }

  const look = async () => {
    if (stopping.signal.aborted) return
    try {
      const { fichiers, autres } = await regarder(dossier)
      const { murs, dans } = tranquilles(fichiers)
      clearTimeout(soon)
      if (dans !== undefined) soon = setTimeout(kept.soon, dans + 20).unref()
      const present = new Set(fichiers.map(({ marque }) => marque))
      for (const marque of pauses.keys()) if (!present.has(marque)) pauses.delete(marque)
      const now = performance.now()
      const ripe = murs.filter(({ marque }) => (pauses.get(marque)?.until ?? 0) <= now)
      if (!(await seul((signal) => prendreTous(fichiers, ripe, signal)))) return
      const liens = autres
        .filter((nom) => !NOTRES.includes(nom))
        .map((nom) => `${nom} n’est pas un fichier\u00A0: il reste où il est.`)
      await dire([...[...pauses.values()].map(({ phrase }) => phrase), ...liens])
    } catch (error) {
      if (isOver(stopping.signal)) return
      await dire([direFaute(error, dossier)])
    }
  }

  const kept = keep(look, (err) => log.warn({ err }, 'dossier regardé plus tard'), PERIOD_MS)
  let watcher: FSWatcher | undefined
  try {
    watcher = watch(dossier, { persistent: false }, () => kept.soon())
    watcher.on('error', () => watcher?.close())
  } catch {
    // Looked at every 10 s all the same.
  }
  return {
    stop: async () => {
      stopping.abort()
      clearTimeout(soon)
      watcher?.close()
      await kept.stop()
    },
  }
}
