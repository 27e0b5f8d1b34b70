import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect'
import { tomorrow } from '../parsing/cells/tomorrow'
import { type Copy, openCopy } from '../staging/copy'
import { PARTIES } from '../staging/depot'
import { type Feuille, readOctets } from '../staging/octets'
import { analyserLues, tablesOf } from './lues'
import { createPasse, type Sinks } from './passe'
import type { Plan } from './resoudre'
import type { Lues } from './vocabulaire'

interface APasser {
  fichierId: string
  lectureId: string
  plan: Plan
  /** Of the file, about. */
  octets: number
}

/** A pass whose rows go to the tables of a reading. `push` resolves once the database keeps up; `abort` is safe at any time. */
async function ouvrirPasse(
  { pool, db }: Database,
  { fichierId, lectureId, plan, octets }: APasser,
) {
  const tables = tablesOf(lectureId)
  const queue: { to: keyof Sinks; bytes: Buffer }[] = []
  const to = (name: keyof Sinks) => (bytes: Buffer) => void queue.push({ to: name, bytes })
  const passe = createPasse(
    { fichierId, plan, latest: tomorrow(new Date()), octets },
    { lues: to('lues'), personnes: to('personnes'), ecartees: to('ecartees') },
  )
  const open = (name: keyof Sinks) =>
    openCopy(pool, sql`copy ${tables[name]} from stdin`.compile(db).sql)
  const copies: Partial<Record<keyof Sinks, Copy>> = {}
  const abort = () => {
    for (const copy of Object.values(copies)) copy.abort()
  }
  try {
    for (const name of PARTIES) copies[name] = await open(name)
  } catch (error) {
    abort()
    throw error
  }
  let sent: Promise<void> = Promise.resolve()
  const send = async () => {
    for (const { to, bytes } of queue.splice(0)) {
      await sent
      sent = copies[to]?.write(bytes) ?? sent
      sent.catch(() => undefined)
    }
  }
  return {
    push: (bytes: Buffer) => {
      passe.push(bytes)
      return send()
    },
    rows: passe.rows,
    end: async (): Promise<Lues> => {
      const lues = passe.end()
      await send()
      await sent
      for (const copy of Object.values(copies)) await copy.end()
      for (const copy of Object.values(copies)) await copy.commit()
      await analyserLues(db, lectureId)
      return lues
    },
    abort,
  }
}

/** Reads a staged sheet into the tables of a reading; `tell` hears of rows and bytes. */
export async function passer(
  database: Database,
  { place, feuille, ...order }: Omit<APasser, 'octets'> & { place: number; feuille: Feuille },
  tell: (rows: number, bytes: number) => Promise<void>,
): Promise<Lues> {
  const passe = await ouvrirPasse(database, { ...order, octets: feuille.octets })
  try {
    let bytes = 0
    for await (const chunk of readOctets(database, order.fichierId, place, feuille)) {
      bytes += chunk.length
      await passe.push(chunk)
      await tell(passe.rows(), bytes)
      // Chunks that are here already would keep all others waiting.
      await nextTurn()
    }
    return await passe.end()
  } catch (error) {
    passe.abort()
    throw error
  }
}
