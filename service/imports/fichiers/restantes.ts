import { readCode } from '../parsing/cells/values'
import { titreRempli, titreVend, valeurVend } from '../parsing/lexique'
import type { Row } from '../parsing/rows/row'
import { estAVoir, peutDecider, VALEURS_VENDUES } from './decideurs'
import { cleValeur, createTrouver, type Plan, REMPLI, VIDE } from './resoudre'
import type { Valeur } from './valeurs'

/** A distinct cell of a column, by its bytes. */
interface Case {
  octets: Buffer
  lignes: number
  centimes: number
}

interface Restante {
  place: number
  /** By the hash of their bytes; undefined once they are too many. */
  cases: Map<number, Case[]> | undefined
  combien: number
  remplies: Case
}

const nulle = (octets = Buffer.alloc(0)): Case => ({ octets, lignes: 0, centimes: 0 })

/** Longer cells are texts, of which nothing is asked. */
const LONGEST = 200

const hashOf = ({ bytes }: Row, start: number, end: number): number => {
  let hash = 0x811c9dc5
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193)
  return hash
}

/**
 * Watches the columns that a reading does not use, over the whole file: a value that first rows lack, or that a model does
 * not know of, may decide which rows count.
 */
export function createRestantes({
  lecture,
  entete,
  champs,
  nomComplet,
  plus,
  moins,
  sorts,
  cle,
  reference,
}: Plan) {
  const trouver = createTrouver(entete.noms)
  const sansEffet = new Set((lecture.sans_effet ?? []).map(trouver))
  const vendu = champs.product_code
  const used = new Set<unknown>([
    ...Object.values(champs),
    nomComplet,
    ...plus,
    ...moins,
    cle,
    reference,
  ])
  const decided = new Set<unknown>(sorts.map(({ place }) => place))
  const isWatched = (nom: string, place: number) =>
    !sansEffet.has(place) &&
    !decided.has(place) &&
    (!used.has(place) || (place === vendu && titreVend(nom)))
  const restantes = entete.noms.flatMap((nom, place): Restante[] =>
    isWatched(nom, place) ? [{ place, cases: new Map(), combien: 0, remplies: nulle() }] : [],
  )
  let lignes = 0
  let total = 0

  const add = (row: Row, column: Restante, cents: number): void => {
    const { place, cases, remplies } = column
    const start = place < row.count ? (row.starts[place] ?? 0) : 0
    const end = place < row.count ? (row.ends[place] ?? 0) : 0
    if (start === end) return
    remplies.lignes++
    remplies.centimes += cents
    if (!cases) return
    const hash = hashOf(row, start, end)
    const same = cases.get(hash)
    let found = same?.find(
      ({ octets }) => row.bytes.compare(octets, 0, octets.length, start, end) === 0,
    )
    if (!found) {
      column.combien++
      if (column.combien > VALEURS_VENDUES || end - start > LONGEST) {
        column.cases = undefined
        return
      }
      found = nulle(Buffer.from(row.bytes.subarray(start, end)))
      cases.set(hash, [...(same ?? []), found])
    }
    found.lignes++
    found.centimes += cents
  }

  /** Its values with their rows, alike ones together; undefined where they are too many. */
  const valeursDe = ({ cases }: Restante) => {
    if (!cases) return undefined
    const byKey = new Map<string, { valeur: string; lignes: number; centimes: number }>()
    for (const one of [...cases.values()].flat()) {
      const valeur = readCode(one.octets.toString('utf8')) ?? ''
      const key = cleValeur(valeur)
      const known = byKey.get(key)
      byKey.set(key, {
        valeur: known && known.valeur < valeur ? known.valeur : valeur,
        lignes: (known?.lignes ?? 0) + one.lignes,
        centimes: (known?.centimes ?? 0) + one.centimes,
      })
    }
    return [...byKey.values()]
  }

  const decrire = (column: Restante): { valeurs: Valeur[]; estDemandee: boolean } | undefined => {
    const { place, remplies } = column
    const nom = entete.noms[place] ?? ''
    const dites = valeursDe(column)
    const filled = dites?.filter(({ valeur }) => valeur !== '')
    const vue = {
      nom,
      valeurs: filled?.map(({ valeur }) => valeur),
      remplies: filled?.reduce((sum, one) => sum + one.lignes, 0) ?? remplies.lignes,
      lignes,
    }
    const estDemandee = place === vendu ? (vue.valeurs ?? []).some(valeurVend) : peutDecider(vue)
    if (!estDemandee && (place === vendu || !estAVoir(vue))) return undefined
    const colonne = trouver(nom) === place && nom.length <= 200 ? nom : place + 1
    const vides = { lignes: lignes - vue.remplies, centimes: total }
    const all = titreRempli(nom) || !filled ? [{ ...remplies, valeur: REMPLI }] : filled
    vides.centimes -= all.reduce((sum, { centimes }) => sum + centimes, 0)
    const vend = place === vendu || titreVend(nom)
    const valeurs = [
      ...all,
      ...(vides.lignes > 0 ? [{ ...vides, valeur: titreRempli(nom) ? VIDE : '' }] : []),
    ].map(({ valeur, lignes: rows, centimes }): Valeur => ({
      colonne,
      valeur,
      lignes: rows,
      centimes,
      sort: null,
      propose: vend ? (valeurVend(valeur) ? 'ne_compte_pas' : 'compte') : null,
      par: titreRempli(nom) ? 'rempli' : 'texte',
      estTacite: false,
    }))
    return {
      valeurs: valeurs.toSorted(
        (one, other) => other.lignes - one.lignes || (one.valeur < other.valeur ? -1 : 1),
      ),
      estDemandee,
    }
  }

  return {
    note: (row: Row, cents: number): void => {
      lignes++
      total += cents
      for (const column of restantes) add(row, column, cents)
    },
    list: () => {
      const all = restantes.flatMap((column) => decrire(column) ?? [])
      const of = (asked: boolean) =>
        all.filter(({ estDemandee }) => estDemandee === asked).flatMap(({ valeurs }) => valeurs)
      return { demandees: of(true), aVoir: of(false) }
    },
  }
}
