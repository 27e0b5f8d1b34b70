import { adresseDe } from '../classeur/valeurs'
import { isThreeDecimals } from '../parsing/cells/cells'
import type { Motif } from '../parsing/cells/motifs'
import { createSeen } from '../parsing/copy/keys'
import { createOutput, flush, reserve } from '../parsing/copy/output'
import { createRejects } from '../parsing/copy/sinks'
import type { Row } from '../parsing/rows/row'
import { createScanner } from '../parsing/rows/scanner'
import type { PARTIES } from '../staging/depot'
import { MOST_CENTS } from '../staging/refusals'
import { createEvaluer, tropDeMontants } from './evaluer'
import { createGens, writeLue } from './lues'
import type { Plan } from './resoudre'
import type { Lue, Lues, Rejets } from './vocabulaire'

/** Of each reason, so many lines are named. */
const NAMED = 10

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
  const { read, list } = createEvaluer(plan, latest)
  const isReprise = createSeen(octets)
  const output = createOutput()
  const gens = createGens(sinks.personnes)
  const rejects = createRejects(fichierId, {
    lignes: sinks.lues,
    reprises: sinks.lues,
    rejets: sinks.ecartees,
  })
  const rejetees = { lignes: 0, centimes: 0 }
  const montants = [...plan.plus, ...plan.moins]
  let lues = 0
  let troisDecimales = 0
  let autresEmails = 0
  const rejets = new Map<Motif, Rejets>()
  let faute: number | undefined
  let rejetsGardes = 0

  const reject = (line: number, raw: Buffer, motif: Motif) => {
    rejetees.lignes++
    const found = rejets.get(motif) ?? { nombre: 0, lignes: [], cases: [] }
    found.nombre++
    if (found.lignes.length < NAMED) {
      found.lignes.push(line)
      if (motif === 'cellule_sans_valeur') found.cases.push(adresseDe(line, faute))
    }
    rejets.set(motif, found)
    if (rejects.write(line, raw, motif, motif)) rejetsGardes++
  }

  /** Counts a row as the gift that it is as long as no other has its key. */
  const countDon = ({ lot, jour, cents, personne }: Lue) => {
    const annee = Math.floor(jour / 10_000)
    let of = lot.annees.get(annee)
    if (!of) lot.annees.set(annee, (of = { annee, dons: 0, zeros: 0, centimes: 0 }))
    of.dons++
    if (cents === 0) of.zeros++
    of.centimes += cents
    if (lot.premier === 0 || jour < lot.premier) lot.premier = jour
    if (jour > lot.dernier) lot.dernier = jour
    if (personne.qui === '') lot.anonymes++
    else gens.note(personne)
  }

  const accept = (row: Row): Motif | undefined => {
    if (row.count > width) return 'champs_en_trop'
    if (row.count < width && !plan.courtes) return 'champs_manquants'
    const lue = read(row)
    const { lot } = lue
    if (montants.some((place) => isThreeDecimals(row, place))) troisDecimales++
    if (lue.personne.autresEmails) autresEmails++
    if (lue.estDon) countDon(lue)
    else lot.estEntier = false
    if (lue.destin === 'rejet') {
      rejetees.centimes += lue.cents
      faute = lue.faute
      return lue.motif
    }
    lues++
    lot.lignes++
    lot.centimes += lue.cents
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
    rows: () => lues + rejetees.lignes,
    end: (): Lues => {
      scanner.end()
      flush(output, sinks.lues)
      gens.end()
      rejects.flush()
      const { valeurs, lots } = list()
      const sum = lots.reduce(
        (all, { centimes }) => all + Math.abs(centimes),
        Math.abs(rejetees.centimes),
      )
      if (sum > MOST_CENTS) throw tropDeMontants()
      return {
        lots,
        valeurs,
        rejetees,
        rejets: [...rejets].map(([motif, found]) => ({ motif, ...found })),
        rejetsGardes,
        troisDecimales,
        autresEmails,
        entete: entete.noms,
        delimiteur: entete.delimiteur,
      }
    },
  }
}
