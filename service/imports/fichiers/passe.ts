import { adresseDe } from '../classeur/valeurs'
import type { Motif } from '../parsing/cells/motifs'
import { createSeen } from '../parsing/copy/keys'
import { createOutput, flush, reserve } from '../parsing/copy/output'
import { createRejects } from '../parsing/copy/sinks'
import type { Row } from '../parsing/rows/row'
import { createScanner } from '../parsing/rows/scanner'
import type { PARTIES } from '../staging/depot'
import { MOST_CENTS } from '../staging/refusals'
import { createEvaluer, type Destin, type Lue, tropDeMontants } from './evaluer'
import { createGens, writeLue } from './lues'
import type { Plan } from './resoudre'
import type { Valeur } from './valeurs'

interface Rejets {
  nombre: number
  lignes: number[]
  cases: string[]
}

/** Rows that are gifts by themselves, of one year. */
export interface Annee {
  annee: number
  dons: number
  /** Those of amount 0 among them. */
  zeros: number
  centimes: number
}

/** What a pass over a file counted; amounts as written, in cents. */
export interface Lues {
  lignes: Record<Destin, number>
  centimes: Record<Destin, number>
  valeurs: Valeur[]
  /** Of rows that count: by year, without a donor, and their first and last day (YYYYMMDD, 0 if there are none). */
  annees: Annee[]
  anonymes: number
  premier: number
  dernier: number
  /** By reason, with the first lines, and the first cells without value. */
  rejets: ({ motif: Motif } & Rejets)[]
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

export type Sinks = Record<(typeof PARTIES)[number], (bytes: Buffer) => void>

interface Lecteur {
  fichierId: string
  plan: Plan
  latest: number
  /** Of the file. */
  octets: number
}

/** Reads the rows of a file as a plan says, chunk by chunk. */
export function createPasse({ fichierId, plan, latest, octets }: Lecteur, sinks: Sinks) {
  const { entete } = plan
  const width = entete.noms.length
  const { read, valeurs, oublier } = createEvaluer(plan, latest)
  const isReprise = createSeen(octets)
  const output = createOutput()
  const gens = createGens(sinks.personnes, oublier)
  const rejects = createRejects(fichierId, {
    lignes: sinks.lues,
    reprises: sinks.lues,
    rejets: sinks.ecartees,
  })
  const lignes = zeros()
  const centimes = zeros()
  const annees = new Map<number, Annee>()
  let anonymes = 0
  let premier = 0
  let dernier = 0
  const rejets = new Map<Motif, Rejets>()
  let faute: number | undefined
  let rejetsGardes = 0

  const reject = (line: number, raw: Buffer, motif: Motif) => {
    lignes.rejet++
    const found = rejets.get(motif) ?? { nombre: 0, lignes: [], cases: [] }
    found.nombre++
    if (found.lignes.length < NAMED) {
      found.lignes.push(line)
      if (motif === 'cellule_sans_valeur') found.cases.push(adresseDe(line, faute))
    }
    rejets.set(motif, found)
    if (rejects.write(line, raw, motif, motif)) rejetsGardes++
  }

  /** Counts a row that is a gift, as long as no other has its key. */
  const countDon = ({ jour, cents, personne }: Lue) => {
    const annee = Math.floor(jour / 10_000)
    let of = annees.get(annee)
    if (!of) annees.set(annee, (of = { annee, dons: 0, zeros: 0, centimes: 0 }))
    of.dons++
    if (cents === 0) of.zeros++
    of.centimes += cents
    if (premier === 0 || jour < premier) premier = jour
    if (jour > dernier) dernier = jour
    if (personne.qui === '') anonymes++
    else gens.count(personne, jour)
  }

  const accept = (row: Row): Motif | undefined => {
    if (row.count > width) return 'champs_en_trop'
    if (row.count < width && !plan.courtes) return 'champs_manquants'
    const lue = read(row)
    centimes[lue.destin] += lue.cents
    if (lue.destin === 'rejet') {
      faute = lue.faute
      return lue.motif
    }
    lignes[lue.destin]++
    if (lue.destin === 'compte') countDon(lue)
    reserve(output, (row.to - row.from) * 12 + 1024, sinks.lues)
    writeLue(output, row, lue, isReprise)
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
      gens.end()
      rejects.flush()
      const sum = Object.values(centimes).reduce((all, cents) => all + Math.abs(cents), 0)
      if (sum > MOST_CENTS) throw tropDeMontants()
      return {
        lignes,
        centimes,
        valeurs: valeurs(),
        annees: [...annees.values()],
        anonymes,
        premier,
        dernier,
        rejets: [...rejets].map(([motif, found]) => ({ motif, ...found })),
        rejetsGardes,
        entete: entete.noms,
        delimiteur: entete.delimiteur,
      }
    },
  }
}
