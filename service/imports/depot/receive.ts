import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { TypeFichier } from '#contract/imports.ts'
import type { Database } from '../../database/connect'
import { Problem } from '../../problem'
import { checkPart, missing, refusalOf, tooLarge } from './refusals'
import { forget, markReady, type Staged, stageFile } from './stage'

/** A request that sends nothing for so long is given up. */
const IDLE_MS = 60_000
/** How long the rest of a refused request is read, so that the browser sees the answer. */
const DRAIN_MS = 120_000
/** Each file that is read holds up to four connections. */
const AT_ONCE = 2
const TOO_MANY = 'Deux fichiers sont déjà en cours d’envoi. Réessayez dans un instant.'
/** Taken for the size of a file whose request does not say it. */
const UNKNOWN_BYTES = 64 * 1024 * 1024

/** A file that was read and stands in its depot. */
export interface Received {
  importId: string
  fields: Record<string, string>
}

/** Reads the rest of a request and forgets it. */
async function drain(request: FastifyRequest): Promise<void> {
  const { raw } = request
  if (raw.readableEnded || raw.destroyed) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, DRAIN_MS)
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
  idleMs?: number
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
  let receiving = 0
  const receiveInTurn: typeof receive = async (...given) => {
    if (receiving >= AT_ONCE) throw new Problem('trop_de_demandes', TOO_MANY)
    receiving++
    return receive(...given).finally(() => receiving--)
  }
  return async (type, request) => {
    const importId = randomUUID()
    try {
      return await receiveInTurn(deps, importId, type, request)
    } catch (error) {
      await forget(deps, importId).catch(() => undefined)
      await drain(request)
      throw refusalOf(error, type, deps.maxBytes)
    }
  }
}

async function receive(
  deps: Deps,
  importId: string,
  type: TypeFichier,
  request: FastifyRequest,
): Promise<Received> {
  const bytes = Number(request.headers['content-length'] ?? UNKNOWN_BYTES)
  const fields: Record<string, string> = {}
  const silence = watchSilence(request.raw, deps.idleMs ?? IDLE_MS)
  let staged: Staged | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        fields[part.fieldname] = String(part.value)
        continue
      }
      checkPart(type, part)
      const order = { importId, type, nom: part.filename, bytes, now: new Date() }
      silence.ends(part.file)
      staged = await stagePart(deps, part, order)
      silence.ends(request.raw)
    }
  } finally {
    silence.release()
  }
  if (!staged) throw missing(type)
  await markReady(deps, importId, staged)
  return { importId, fields }
}

/**
 * Ends what is being read of a request that says nothing for too long: its file, so that the person can be told,
 * or between two parts the request itself.
 */
function watchSilence(raw: Readable, idleMs: number) {
  let reading = raw
  const timer = setTimeout(
    () =>
      reading.destroy(new Problem('invalide', 'L’envoi du fichier s’est interrompu. Recommencez.')),
    idleMs,
  )
  const hear = () => void timer.refresh()
  const release = () => {
    raw.off('data', hear)
    clearTimeout(timer)
  }
  raw.on('data', hear).once('end', release)
  return { ends: (next: Readable) => void (reading = next), release }
}
