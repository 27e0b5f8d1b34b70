import { realpathSync, statSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import path from 'node:path'
import { openLog, pathOf } from './log'
import { answerRefusal, type Check } from './refusal'
import { guard } from './serve'
import { readWebSettings } from './settings'

/** Where `npm run dev` finds the project, and the folders below which its files may be asked for. */
export interface Sources {
  project: string
  folders: string[]
}

/** More than anybody encodes an address for good. */
const DECODINGS = 5

/** A path as it is read once, twice …: servers that decode too often see another one than those before them. */
function readingsOf(address: string): string[] {
  const readings: string[] = []
  for (let reading = address; readings.length < DECODINGS;) {
    readings.push((reading.split(/[?#\0]/, 1)[0] ?? '').replaceAll('\\', '/'))
    try {
      const next = decodeURIComponent(reading)
      if (next === reading) break
      reading = next
    } catch {
      break
    }
  }
  return readings
}

/** What Vite puts before a file's own path. */
const PREFIX = /^\/*(?:@fs|@id|file:)(?=\/)/

/** Every file that a path may mean: below the project, or anywhere. */
function placesOf(reading: string, project: string): string[] {
  let bare = reading
  while (PREFIX.test(bare)) bare = bare.replace(PREFIX, '')
  return [path.join(project, bare), path.resolve('/', bare.replace(/^\/+/, '/'))]
}

/** Where a file really is; undefined for what is none. */
function findFile(place: string): string | undefined {
  try {
    const real = realpathSync(place)
    return statSync(real).isFile() ? real : undefined
  } catch {
    return undefined
  }
}

/** It opens an editor on this machine. */
const OPENS_EDITOR = /^\/*__open-in-editor/

/**
 * Lets nobody read a file of this machine but those that pages are made of, however its address is written: the data
 * folder and its secrets are below the project.
 */
export function checkFile({ project, folders }: Sources): Check {
  const roots = folders.map((folder) => realpathSync(path.resolve(project, folder)))
  const isServed = (file: string) => roots.some((root) => file.startsWith(`${root}${path.sep}`))
  return (request) => {
    const readings = readingsOf(request.url ?? '/')
    const files = readings
      .flatMap((reading) => placesOf(reading, project))
      .map(findFile)
      .filter((file) => file !== undefined)
    const isRefused =
      files.some((file) => !isServed(file)) ||
      (files.length === 0 && PREFIX.test(pathOf(request.url)) && /@fs/.test(pathOf(request.url))) ||
      readings.some((reading) => OPENS_EDITOR.test(reading))
    return isRefused ? { status: 404, sentence: 'Ce fichier n’est pas servi.' } : undefined
  }
}

type Next = () => void

/** The gate of production before the sources, and before it a check of every file that is asked for. */
export function guardSources(
  sources: Sources,
  environment: NodeJS.ProcessEnv,
): (request: IncomingMessage, response: ServerResponse, next: Next) => void {
  const settings = readWebSettings(environment)
  const check = checkFile(sources)
  const nexts = new WeakMap<IncomingMessage, Next>()
  const proceed: RequestListener = (request) => nexts.get(request)?.()
  const receive = guard(settings, openLog(settings.LOG_LEVEL), proceed)
  return (request, response, next) => {
    const refusal = check(request, {
      address: '',
      host: undefined,
      proxied: false,
      identity: undefined,
    })
    if (refusal) {
      answerRefusal(refusal, request, response)
      return
    }
    nexts.set(request, next)
    receive(request, response)
  }
}
