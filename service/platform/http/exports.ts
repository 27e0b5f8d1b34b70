import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Export } from '#contract/exports'
import { toTheEnd } from '../database/abandon'
import type { Db } from '../database/connect'
import { readIdentite } from './identite'

const ACTEUR = 'Utilisateur'

/** Parameters whose value may be anybody's name: the journal says that there was one, not which. */
const UNSAID = ['q', 'ids', 'contact_id']

/** A query as the journal keeps it. */
function describe(query: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value]) => [name, UNSAID.includes(name) ? 'oui' : String(value)]),
  )
}

/** Counts the records of CSV as it comes, cut anywhere, the heading too: a line break between quotes ends none. */
export function countRecords(): (text: string) => number {
  let records = 0
  let isQuoted = false
  return (text) => {
    for (const [at, part] of text.split('"').entries()) {
      if (at > 0) isQuoted = !isQuoted
      if (!isQuoted) records += part.split('\n').length - 1
    }
    return records
  }
}

/**
 * Notes what leaves of a file in the journal of exports: when its first part is asked for, and when its last is about
 * to leave. A file whose end cannot be noted does not end whole, and one that nobody reads to its end is noted with
 * the rows that left.
 */
export const noted = (
  db: Db,
  request: FastifyRequest,
  { fichier, query }: { fichier: Export['fichier']; query: object },
) =>
  async function* <Part extends string | Buffer>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
    const par = readIdentite(request) ?? ACTEUR
    const { export_id } = await db
      .insertInto('journal_exports')
      .values({ fichier, par, parametres: JSON.stringify(describe(query)) })
      .returning('export_id')
      .executeTakeFirstOrThrow()
    const end = (result: { lignes: number; sha256: string | null }) =>
      toTheEnd(() =>
        db
          .updateTable('journal_exports')
          .set({ ...result, termine_le: sql`clock_timestamp()` })
          .where('export_id', '=', export_id)
          .execute(),
      )
    const hash = createHash('sha256')
    const count = countRecords()
    let records = 0
    const take = (part: Part): Part => {
      hash.update(part)
      // Whatever the encoding, what counts is ASCII; a character may be cut in two.
      records = count(part.toString('latin1'))
      return part
    }
    let last: Part | undefined
    let isWhole = false
    try {
      for await (const part of parts) {
        if (last !== undefined) yield take(last)
        last = part
      }
      if (last !== undefined) take(last)
      isWhole = true
    } catch (error) {
      if (last !== undefined) yield take(last)
      throw error
    } finally {
      const lignes = Math.max(0, records - 1)
      if (isWhole) await end({ lignes, sha256: hash.digest('hex') })
      else
        await end({ lignes, sha256: null }).catch((err: unknown) =>
          request.log.warn({ err, export_id }, 'fin d’un export interrompu non notée'),
        )
    }
    if (last !== undefined) yield last
  }
