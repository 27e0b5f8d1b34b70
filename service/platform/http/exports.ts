import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { CsvEndpoint } from '#contract/endpoint'
import { toTheEnd } from '../database/abandon'
import type { Db } from '../database/connect'
import { readActeur } from './identite'

/** Parameters that may carry a person's name: the log records their presence, not their value. */
const UNSAID = ['q', 'ids', 'contact_id']

/** A query as the export log stores it. */
function describe(query: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value]) => [name, UNSAID.includes(name) ? 'oui' : String(value)]),
  )
}

/** Counts CSV records (header included) in arbitrary chunks; line breaks between quotes do not count. */
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

interface Noted {
  fichier: string
  query: object
  type?: CsvEndpoint['type']
}

/**
 * Records a file in the export log: when its first chunk is requested, and just before its last one is sent. If the end
 * cannot be recorded, the file is cut short; a file not read to its end is logged with the rows sent.
 */
export const note = (
  db: Db,
  request: FastifyRequest,
  { fichier, query, type = 'text/csv' }: Noted,
) =>
  async function* <Part extends string | Buffer>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
    const par = readActeur(request)
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
    // What is no table is of one person.
    const count = type === 'text/csv' ? countRecords() : () => 2
    let records = 0
    const take = (part: Part): Part => {
      hash.update(part)
      // Latin-1, since only ASCII counts and a chunk may split a character.
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
