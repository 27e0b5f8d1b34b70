import { realpathSync, statSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import path from 'node:path'
import { openLog, pathOf } from './log'
import { answerRefusal, type Check } from './refusal'
import { guard } from './serve'
import { readWebSettings } from './settings'

/** The project's root for `npm run dev`, and the folders from which files may be served. */
export interface Sources {
  project: string
  folders: string[]
}

/** More than any legitimate URL needs. */
const DECODINGS = 5

/** A path decoded once, twice…: a server that decodes once too often sees another path than those before it. */
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

/** Prefixes that Vite puts before a file's own path. */
const PREFIX = /^\/*(?:@fs|@id|file:)(?=\/)/

/** Files that a path may denote: below the project, or absolute. */
function placesOf(reading: string, project: string): string[] {
  let bare = reading
  while (PREFIX.test(bare)) bare = bare.replace(PREFIX, '')
  return [path.join(project, bare), path.resolve('/', bare.replace(/^\/+/, '/'))]
}

/** The real path of a file; undefined if there is none. */
function findFile(place: string): string | undefined {
  try {
    const real = realpathSync(place)
    return statSync(real).isFile() ? real : undefined
  } catch {
    return undefined
  }
}

/** Opens an editor on this machine. */
const OPENS_EDITOR = /^\/*__open-in-editor/

/**
 * Refuses any file other than those pages are made of, however its URL is written: the data folder and its secrets are
 * below the project.
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

/** The production gate in front of the sources, preceded by a check of every requested file. */
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
      scheme: undefined,
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
