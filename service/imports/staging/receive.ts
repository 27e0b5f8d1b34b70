import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { TypeImport } from '#contract/imports'
import { LEAST, type Pace } from '#edge/pace'
import type { Database } from '../../platform/database/connect'
import { readPersonne } from '../../platform/http/identite'
import { watchPace } from '../../platform/http/pace'
import { holdLease, LeaseLost } from '../../platform/jobs/lease'
import { Problem } from '../../problem'
import type { EnteteRefusee } from '../parsing/dialect/dialect'
import { deposantDe } from './deposant'
import { forget } from './forget'
import { createPlaces, type Place } from './places'
import { CHAMPS, checkNom, checkPart, missing, partsOf, refusalOf, tooLarge } from './refusals'
import {
  AutresColonnes,
  becomeOutil,
  beginStaging,
  type Begun,
  type FileOrder,
  markReady,
  type Staged,
  stageFile,
} from './stage'

/** How long the rest of a refused request is read, so that the browser sees the response. */
const DRAIN_MS = 120_000
/** Assumed size of a file whose request has no content-length. */
const UNKNOWN_BYTES = 64 * 1024 * 1024

/** A file that was read and staged. */
export interface Received {
  fichierId: string
  fields: Record<string, string>
}

/** Likewise, or refused by its tab and staged as somebody's own. */
interface Taken extends Received {
  refus: EnteteRefusee | undefined
}

/** Discards the rest of a request, for at most `ms`. */
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
  /** Stages a file of any tool. */
  stageOutil: (order: FileOrder, chunks: AsyncIterator<Buffer>, room: number) => Promise<Staged>
}

/** The chunks that were read already, then the others. */
async function* resume(debut: Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* debut
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

/**
 * Stages a file. One whose header the tab refuses is staged as somebody's own, so that it can be told what its columns
 * are without being sent again; the refusal goes with it.
 */
async function stageAny(
  deps: Deps,
  order: FileOrder,
  chunks: AsyncIterator<Buffer>,
  room: number,
): Promise<Staged & { refus?: EnteteRefusee }> {
  if (order.type === 'fichier') return deps.stageOutil(order, chunks, room)
  try {
    return await stageFile(deps, order, order.type, chunks, room)
  } catch (error) {
    if (!(error instanceof AutresColonnes)) throw error
    const { refus, debut } = error
    try {
      await becomeOutil(deps.db, order)
      return { ...(await deps.stageOutil(order, resume(debut, chunks), room)), refus }
    } catch (cause) {
      if (cause instanceof LeaseLost || !(cause instanceof Problem)) throw cause
      throw refus
    }
  }
}

async function stagePart(deps: Deps, { file }: MultipartFile, order: FileOrder, room: number) {
  try {
    const staged = await stageAny(deps, order, file[Symbol.asyncIterator](), room)
    if (file.truncated) throw tooLarge(deps.maxBytes)
    return staged
  } catch (error) {
    throw file.truncated ? tooLarge(deps.maxBytes) : error
  }
}

/** Receives the one file of a multipart request. */
export type Receive = (type: TypeImport, request: FastifyRequest) => Promise<Received>

/** A file that this process reads itself. */
export interface Lu {
  type: TypeImport
  nom: string
  taille: number
  /** The pseudonym of who stages it. */
  deposant: string
  octets: Readable
  /** Throws once it is read, where what was read is not the file. */
  verifier: () => Promise<void>
}

/** Stages files, a few at a time; nothing stays staged of one where anything is wrong. */
export interface Reception {
  /** Throws a Problem after draining the request, so that the browser sees the response. */
  receive: Receive
  /** Stages a file without a request; returns its id. */
  deposer: (lu: Lu) => Promise<string>
}

export function createReception(deps: Deps): Reception {
  const inPlace = createPlaces()
  const receive: Receive = async (type, request) => {
    const fichierId = randomUUID()
    let taken: Taken
    try {
      taken = await inPlace(readPersonne(request), (place) =>
        receiveIn(deps, { fichierId, type, request, place }),
      )
    } catch (error) {
      await forget(deps.db, fichierId).catch(() => undefined)
      await drain(request, isTooSlow(error) ? 0 : DRAIN_MS)
      throw refusalOf(error, type, deps.maxBytes)
    }
    const { refus, ...received } = taken
    if (!refus) return received
    throw new Problem(refus.code, refus.message, { champ: CHAMPS[type], fichierId })
  }
  const deposer = async (lu: Lu) => {
    const fichierId = randomUUID()
    try {
      await inPlace(lu.deposant, () => stageLu(deps, fichierId, lu))
      return fichierId
    } catch (error) {
      await forget(deps.db, fichierId).catch(() => undefined)
      throw refusalOf(error, lu.type, deps.maxBytes)
    }
  }
  return { receive, deposer }
}

async function stageLu(deps: Deps, fichierId: string, lu: Lu): Promise<void> {
  const { type, nom, taille: bytes, deposant: personne, octets } = lu
  const { maxBytes } = deps
  checkNom(type, nom)
  if (bytes > maxBytes) throw tooLarge(maxBytes)
  const order = { fichierId, type, nom, bytes, maxBytes, personne, now: new Date() }
  const begun = await beginStaging(deps.db, order)
  const stopHolding = holdLease(deps.db, begun.job, {
    lost: () => octets.destroy(new LeaseLost()),
    missed: () => undefined,
  })
  try {
    const { refus: _refus, ...staged } = await stageAny(
      deps,
      order,
      octets[Symbol.asyncIterator]() as AsyncIterator<Buffer>,
      begun.bytes,
    )
    await lu.verifier()
    await markReady(deps.db, begun.job, staged)
  } finally {
    stopHolding()
  }
}

/** Slow requests are not worth draining. */
const isTooSlow = (error: unknown) => error instanceof Problem && error.code === 'trop_lent'

interface Arriving {
  fichierId: string
  type: TypeImport
  request: FastifyRequest
  place: Place
}

async function receiveIn(
  deps: Deps,
  { fichierId, type, request, place }: Arriving,
): Promise<Taken> {
  const bytes = Number(request.headers['content-length'] ?? UNKNOWN_BYTES)
  const fields: Record<string, string> = {}
  const pace = watchPace(request.raw, deps.pace ?? LEAST)
  place.sending = pace
  let begun: Begun | undefined
  let staged: (Staged & { refus?: EnteteRefusee }) | undefined
  let stopHolding = () => {}
  try {
    for await (const part of partsOf(request)) {
      if (part.type === 'field') {
        fields[part.fieldname] = String(part.value)
        continue
      }
      checkPart(type, part)
      const { maxBytes } = deps
      const personne = deposantDe(request)
      const order = {
        fichierId,
        type,
        nom: part.filename,
        bytes,
        maxBytes,
        personne,
        now: new Date(),
      }
      begun = await beginStaging(deps.db, order)
      stopHolding = holdLease(deps.db, begun.job, {
        lost: () => part.file.destroy(new LeaseLost()),
        missed: () => undefined,
      })
      pace.ends(part.file)
      staged = await stagePart(deps, part, order, begun.bytes)
      pace.ends(request.raw)
    }
    if (!begun || !staged) throw missing(type)
    await markReady(deps.db, begun.job, staged)
    return { fichierId, fields, refus: staged.refus }
  } finally {
    pace.release()
    stopHolding()
  }
}
