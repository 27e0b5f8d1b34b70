import { createWriteStream } from 'node:fs'
import { lstat, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { type Application, ask, broken } from './ask'
import { EXIT, notWritten, RapportImpossible } from './failure'

const HTML = 'text/html'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Whether a fault is the folder's, not the application's. */
const isOfFolder = (cause: unknown): boolean =>
  cause instanceof Error && 'syscall' in cause && 'path' in cause

const CUT =
  'L’application s’est arrêtée au milieu d’un fichier\u00A0: rien n’a été changé. Relancez.'

/** Writes a response to a temporary name, flushed to disk. */
async function receive(application: Application, answer: Response, file: string): Promise<void> {
  const body = Readable.fromWeb(answer.body as ReadableStream)
  const written = createWriteStream(file, { mode: 0o644, flush: true })
  await pipeline(body, written, { signal: application.signal }).catch((cause: unknown) => {
    const isWriting = cause instanceof Error && 'syscall' in cause && written.errored === cause
    throw isWriting
      ? notWritten(path.dirname(path.dirname(file)), cause)
      : broken(application, CUT, cause)
  })
}

/** The report's workbooks: file names with their URLs. */
function workbooksOf(report: Response, annee: number): [name: string, address: string][] {
  const links = (report.headers.get('link') ?? '').matchAll(
    /<(\/telechargement\/classeur\?[^>]+)>/g,
  )
  return [...links].map(([, address = '']) => {
    const ecran = new URLSearchParams(address.split('?')[1]).get('ecran') ?? ''
    return [`classeur-${ecran.replace(/[^\w-]/g, '')}-${annee}.xlsx`, address]
  })
}

/** Refuses a symlink: whoever created it could choose which of our files are replaced. */
async function refuseLink(target: string): Promise<void> {
  const found = await lstat(target).catch(() => undefined)
  if (found?.isSymbolicLink())
    throw new RapportImpossible(
      EXIT.folder,
      `${target} est un lien\u00A0: indiquez avec --dossier le dossier où il mène.`,
    )
}

/** Moves files into place, replacing those of the same names; all or none. */
async function exchange(draft: string, target: string, names: readonly string[]): Promise<void> {
  const undo: (() => Promise<void>)[] = []
  const move = async (from: string, to: string) => {
    await rename(from, to)
    undo.unshift(() => rename(to, from))
  }
  const old = path.join(draft, 'anciens')
  await mkdir(old)
  try {
    for (const name of names) {
      const place = path.join(target, name)
      const there = await lstat(place).catch(() => undefined)
      if (there?.isDirectory())
        throw Object.assign(new Error(place), { code: 'EISDIR', syscall: 'rename', path: place })
      if (there) await move(place, path.join(old, name))
      await move(path.join(draft, name), place)
    }
  } catch (error) {
    for (const back of undo) await back()
    throw error
  }
}

/**
 * Writes a year's report and its workbooks into a folder, atomically. Files of these names are replaced, symlinks too,
 * whatever their target. Returns their paths. Throws a RapportImpossible.
 */
export async function writeRapport(
  application: Application,
  { annee, folder }: { annee: number; folder: string },
): Promise<string[]> {
  const target = path.resolve(folder)
  const refuse = (cause: unknown): never => {
    throw isOfFolder(cause) ? notWritten(target, cause) : cause
  }
  await refuseLink(target)
  await mkdir(target, { recursive: true }).catch(refuse)
  const draft = await mkdtemp(path.join(target, '.rapport-')).catch(refuse)
  try {
    const report = await ask(application, `/telechargement/rapport?annee=${annee}&malgre=1`, HTML)
    const name = `rapport-${annee}.html`
    const workbooks = workbooksOf(report, annee)
    await receive(application, report, path.join(draft, name))
    for (const [workbook, address] of workbooks) {
      const answer = await ask(application, address, XLSX)
      await receive(application, answer, path.join(draft, workbook))
    }
    const names = [name, ...workbooks.map(([workbook]) => workbook)]
    await exchange(draft, target, names).catch(refuse)
    return names.map((one) => path.join(target, one))
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
