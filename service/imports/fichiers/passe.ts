import { VALEURS_EN_TOUT } from '#contract/lecture'
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
import { createRestantes } from './restantes'
import { type Annee, type Lue, type Lues, type Rejets, sommeDe } from './vocabulaire'

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
  const { read, list, cachees, exigerJours } = createEvaluer(plan, latest)
  const restantes = createRestantes(plan)
  const isReprise = createSeen(octets)
  const output = createOutput()
  const gens = createGens(sinks.personnes)
  const rejects = createRejects(fichierId, {
    lignes: sinks.lues,
    reprises: sinks.lues,
    rejets: sinks.ecartees,
  })
  const none = () => ({ compte: 0, ne_compte_pas: 0, rembourse: 0, rejet: 0 })
  const lignes = none()
  const centimes = none()
  const annees = new Map<number, Annee>()
  let anonymes = 0
  let premier = 0
  let dernier = 0
  let indecises = 0
  const montants = [...plan.plus, ...plan.moins]
  let troisDecimales = 0
  let autresEmails = 0
  let sansJour = 0
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

  /** Counts a row as the gift that it is as long as no other has its key. */
  const countDon = ({ jour, estConstant, cents, personne }: Lue) => {
    const annee = Math.floor(jour / 10_000)
    let of = annees.get(annee)
    if (!of) annees.set(annee, (of = { annee, dons: 0, zeros: 0, centimes: 0 }))
    of.dons++
    if (cents === 0) of.zeros++
    of.centimes += cents
    if (premier === 0 || jour < premier) premier = jour
    if (jour > dernier) dernier = jour
    if (estConstant) sansJour++
    if (personne.qui === '') anonymes++
    else gens.note(personne)
  }

  const accept = (row: Row): Motif | undefined => {
    const lue = read(row)
    const { destin, cents } = lue
    const { motif } = lue
    if (motif !== 'champs_en_trop' && motif !== 'champs_manquants') restantes.note(row, cents)
    if (montants.some((place) => isThreeDecimals(row, place))) troisDecimales++
    if (lue.personne.autresEmails) autresEmails++
    centimes[destin === 'indecis' ? 'rejet' : destin] += cents
    if (destin === 'rejet') {
      faute = lue.faute
      return motif
    }
    if (destin === 'indecis') {
      indecises++
      lignes.rejet++
      return undefined
    }
    lignes[destin]++
    if (destin === 'compte') countDon(lue)
    reserve(output, (row.to - row.from) * 12 + 1024, sinks.lues)
    writeLue(output, row, lue, isReprise)
    return undefined
  }

  const scanner = createScanner({
    delimiter: entete.delimiteur,
    width: width + entete.surplus,
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
    rows: () => sommeDe(lignes),
    end: (): Lues => {
      scanner.end()
      flush(output, sinks.lues)
      gens.end()
      rejects.flush()
      exigerJours()
      const sums = Object.values(centimes).reduce((all, one) => all + Math.abs(one), 0)
      if (sums > MOST_CENTS) throw tropDeMontants()
      const { demandees, aVoir } = restantes.list()
      return {
        lignes,
        centimes,
        indecises,
        cachees,
        valeurs: [...list(), ...demandees].slice(0, VALEURS_EN_TOUT),
        aVoir: aVoir.slice(0, VALEURS_EN_TOUT),
        annees: [...annees.values()],
        anonymes,
        premier,
        dernier,
        rejets: [...rejets].map(([motif, found]) => ({ motif, ...found })),
        rejetsGardes,
        troisDecimales,
        autresEmails,
        sansJour,
        entete: entete.noms,
        delimiteur: entete.delimiteur,
      }
    },
  }
}
