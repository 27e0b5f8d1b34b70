import { COLONNES } from './lignes'
import type { Morceau } from './passe'

type Table = Morceau['table']

/** Where the contact or code of a row stands, by which parts of them are told apart. */
const PLACES = Object.fromEntries(
  Object.entries(COLONNES).map(([table, colonnes]) => [
    table,
    colonnes.split(/,\s*/).findIndex((colonne) => ['contact_id', 'code'].includes(colonne)),
  ]),
) as Record<Table, number>

const PARTS = 4096

const TABULATION = 9
const LIGNE = 10

/** Sums of what rows are, in whatever order they come: two of each part of the contacts and codes. */
export class Empreintes {
  #sommes = new Int32Array(2 * PARTS)
  #reste = Buffer.alloc(0)
  lignes = 0

  /** Rows as COPY writes or reads them, in pieces cut anywhere. */
  ajouter(table: Table, morceau: Buffer): void {
    const octets = this.#reste.length > 0 ? Buffer.concat([this.#reste, morceau]) : morceau
    let debut = 0
    for (let fin = octets.indexOf(LIGNE); fin >= 0; fin = octets.indexOf(LIGNE, debut)) {
      this.#ajouterLigne(octets, debut, fin, PLACES[table])
      debut = fin + 1
    }
    this.#reste = Buffer.from(octets.subarray(debut))
  }

  #ajouterLigne(octets: Buffer, debut: number, fin: number, place: number): void {
    let une = 0x811c9dc5
    let autre = place
    let cle = 0
    let colonne = 0
    for (let at = debut; at < fin; at++) {
      const octet = octets[at] as number
      une = Math.imul(une ^ octet, 0x01000193)
      autre = (Math.imul(autre, 31) + octet) | 0
      if (octet === TABULATION) colonne++
      else if (colonne === place) cle = (Math.imul(cle, 33) + octet) | 0
    }
    const part = 2 * ((cle ^ (cle >>> 12)) & (PARTS - 1))
    const sommes = this.#sommes
    sommes[part] = (sommes[part] as number) + Math.imul(une ^ (une >>> 15), 0x85ebca6b)
    sommes[part + 1] = (sommes[part + 1] as number) + Math.imul(autre ^ (une >>> 7), 0xc2b2ae35)
    this.lignes++
  }

  /** In how many parts the rows are others. */
  ecarts(autres: Empreintes): number {
    const differe = (place: number) => this.#sommes[place] !== autres.#sommes[place]
    return Array.from({ length: PARTS }, (_, part) => 2 * part).filter(
      (place) => differe(place) || differe(place + 1),
    ).length
  }
}
