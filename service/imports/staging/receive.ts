import { randomUUID } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { TypeFichier } from '#contract/imports'
import type { Database } from '../../database/connect'
import { readPersonne } from '../../http/identite'
import { Problem } from '../../problem'
import { LEAST, type Pace, watchPace } from './pace'
import { createPlaces } from './places'
import { checkPart, missing, partsOf, refusalOf, tooLarge } from './refusals'
import { forget, markReady, type Staged, stageFile } from './stage'

/** How long the rest of a refused request is read, so that the browser sees the answer. */
const DRAIN_MS = 120_000
/** Taken for the size of a file whose request does not say it. */
const UNKNOWN_BYTES = 64 * 1024 * 1024

/** A file that was read and stands in its depot. */
export interface Received {
  importId: string
  fields: Record<string, string>
}

/** Reads the rest of a request and forgets it; returns when there is no more, or after `ms`. */
async function drain({ raw }: FastifyRequest, ms: number): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    raw.once('end', done).once('close', done).once('error', done)
    raw.unpipe()
    raw.resume()
  })
}

interface Deps extends Database {
  maxBytes: number
  pace?: Pace
}

async function stagePart(
  deps: Deps,
  { file }: MultipartFile,
  order: Parameters<typeof stageFile>[1],
): Promise<Staged> {
  try {
    const staged = await stageFile(deps, order, file)
    if (file.truncated) throw tooLarge(deps.maxBytes)
    return staged
  } catch (error) {
    throw file.truncated ? tooLarge(deps.maxBytes) : error
  }
}

/** Receives the one file of a multipart request. */
export type Receive = (type: TypeFichier, request: FastifyRequest) => Promise<Received>

/**
 * Receives files and stages them, a few at a time. Throws a Problem where anything is wrong with the request,
 * after the rest of it was read, so that the browser sees the answer; then nothing stays staged.
 */
export function createReceive(deps: Deps): Receive {
  const inPlace = createPlaces()
  return async (type, request) => {
    const importId = randomUUID()
    try {
      return await inPlace(readPersonne(request), () => receive(deps, importId, type, request))
    } catch (error) {
      await forget(deps, importId).catch(() => undefined)
      await drain(request, isTooSlow(error) ? 0 : DRAIN_MS)
      throw refusalOf(error, type, deps.maxBytes)
    }
  }
}

/** The rest of such a request is not worth waiting for. */
const isTooSlow = (error: unknown) => error instanceof Problem && error.code === 'trop_lent'

async function receive(
  deps: Deps,
  importId: string,
  type: TypeFichier,
  request: FastifyRequest,
): Promise<Received> {
  const bytes = Number(request.headers['content-length'] ?? UNKNOWN_BYTES)
  const fields: Record<string, string> = {}
  const pace = watchPace(request.raw, deps.pace ?? LEAST)
  let staged: Staged | undefined
  try {
    for await (const part of partsOf(request)) {
      if (part.type === 'field') {
        fields[part.fieldname] = String(part.value)
        continue
      }
      checkPart(type, part)
      const { maxBytes } = deps
      const personne = readPersonne(request)
      const order = {
        importId,
        type,
        nom: part.filename,
        bytes,
        maxBytes,
        personne,
        now: new Date(),
      }
      pace.ends(part.file)
      staged = await stagePart(deps, part, order)
      pace.ends(request.raw)
    }
  } finally {
    pace.release()
  }
  if (!staged) throw missing(type)
  await markReady(deps, importId, staged)
  return { importId, fields }
}
