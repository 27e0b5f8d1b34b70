import type { Database } from '../../platform/database/connect'
import type { Motif } from '../parsing/cells/motifs'
import { createOutput, flush, reserve } from '../parsing/copy/output'
import { createRejects } from '../parsing/copy/sinks'
import type { Row } from '../parsing/rows/row'
import { createScanner } from '../parsing/rows/scanner'
import { openCopy } from '../staging/copy'
import { MOST_CENTS } from '../staging/refusals'
import { createEvaluer, type Destin, tropDeMontants } from './evaluer'
import { copyLues, tablesOf, writeLue } from './lues'
import { type Feuille, readOctets } from './octets'
import type { Plan } from './resoudre'
import type { Valeur } from './valeurs'

/** What a pass over a file counted; amounts as written, in cents. */
export interface Lues {
  lignes: Record<Destin, number>
  centimes: Record<Destin, number>
  valeurs: Valeur[]
  rejets: { motif: Motif; nombre: number; lignes: number[] }[]
  rejetsGardes: number
  entete: string[]
  delimiteur: string
}

/** Of each reason, so many lines are named. */
const NAMED = 10

const zeros = (): Record<Destin, number> => ({
  compte: 0,
  ne_compte_pas: 0,
  rembourse: 0,
  rejet: 0,
})

interface Sinks {
  lues: (bytes: Buffer) => void
  ecartees: (bytes: Buffer) => void
}

/** Reads the rows of a file as a plan says, chunk by chunk. */
export function createPasse(fichierId: string, plan: Plan, latest: number, sinks: Sinks) {
  const { entete } = plan
  const width = entete.noms.length
  const { read, valeurs } = createEvaluer(plan, latest)
  const output = createOutput()
  const rejects = createRejects(fichierId, {
    lignes: sinks.lues,
    reprises: sinks.lues,
    rejets: sinks.ecartees,
  })
  const lignes = zeros()
  const centimes = zeros()
  const rejets = new Map<Motif, { nombre: number; lignes: number[] }>()
  let rejetsGardes = 0

  const reject = (line: number, raw: Buffer, motif: Motif) => {
    lignes.rejet++
    const found = rejets.get(motif) ?? { nombre: 0, lignes: [] }
    found.nombre++
    if (found.lignes.length < NAMED) found.lignes.push(line)
    rejets.set(motif, found)
    if (rejects.write(line, raw, motif, motif)) rejetsGardes++
  }

  const accept = (row: Row): Motif | undefined => {
    if (row.count !== width) return row.count > width ? 'champs_en_trop' : 'champs_manquants'
    const lue = read(row)
    centimes[lue.destin] += lue.cents
    if (lue.destin === 'rejet') return lue.motif
    lignes[lue.destin]++
    reserve(output, (row.to - row.from) * 12 + 1024, sinks.lues)
    writeLue(output, row, lue)
    return undefined
  }

  const scanner = createScanner({
    delimiter: entete.delimiteur,
    width,
    firstLine: entete.dataLine,
    accept,
    reject,
  })
  let skip = entete.dataStart
  return {
    push: (bytes: Buffer) => {
      const from = Math.min(skip, bytes.length)
      skip -= from
      if (from < bytes.length) scanner.push(bytes.subarray(from))
    },
    rows: () => Object.values(lignes).reduce((sum, count) => sum + count, 0),
    end: (): Lues => {
      scanner.end()
      flush(output, sinks.lues)
      rejects.flush()
      const sum = Object.values(centimes).reduce((all, cents) => all + Math.abs(cents), 0)
      if (sum > MOST_CENTS) throw tropDeMontants()
      return {
        lignes,
        centimes,
        valeurs: valeurs(),
        rejets: [...rejets].map(([motif, found]) => ({ motif, ...found })),
        rejetsGardes,
        entete: entete.noms,
        delimiteur: entete.delimiteur,
      }
    },
  }
}

export interface APasser {
  fichierId: string
  lectureId: string
  place: number
  feuille: Feuille
  plan: Plan
  latest: number
}

/** Reads a staged sheet into the tables of a reading; `tell` hears of rows and bytes. */
export async function passer(
  database: Database,
  { fichierId, lectureId, place, feuille, plan, latest }: APasser,
  tell: (rows: number, bytes: number) => Promise<void>,
): Promise<Lues> {
  const { pool, db } = database
  const { ecartees } = tablesOf(lectureId)
  const queue: { to: 'lues' | 'ecartees'; bytes: Buffer }[] = []
  const passe = createPasse(fichierId, plan, latest, {
    lues: (bytes) => void queue.push({ to: 'lues', bytes }),
    ecartees: (bytes) => void queue.push({ to: 'ecartees', bytes }),
  })
  const copies = {
    lues: await openCopy(pool, copyLues(db, lectureId)),
    ecartees: await openCopy(pool, `copy ${ecartees.compile(db).sql} from stdin`),
  }
  try {
    let sent: Promise<void> = Promise.resolve()
    const send = async () => {
      for (const { to, bytes } of queue.splice(0)) {
        await sent
        sent = copies[to].write(bytes)
        sent.catch(() => undefined)
      }
    }
    let bytes = 0
    for await (const chunk of readOctets(database, fichierId, place, feuille)) {
      bytes += chunk.length
      passe.push(chunk)
      await send()
      await tell(passe.rows(), bytes)
    }
    const lues = passe.end()
    await send()
    await sent
    for (const copy of Object.values(copies)) await copy.end()
    for (const copy of Object.values(copies)) await copy.commit()
    return lues
  } catch (error) {
    for (const copy of Object.values(copies)) copy.abort()
    throw error
  }
}
