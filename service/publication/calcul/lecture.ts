import { escapeLiteral } from 'pg'
import { sontEgaux, Textes } from './octets'
import type { Dons } from './personne'

/**
 * What a Lecture reads: every gift above 0, by the number that its contact counts by, then in the order of its day and id. Ids
 * and contacts compare byte by byte. Of some contacts alone where they are named: then of all who count as one of them.
 */
export const donsEnOrdre = (contacts?: readonly string[], source = 'dons_canoniques'): string => `
  select
    dons.contact_id,
    hashtext(dons.contact_id) & 1 as moitie,
    coalesce(zip, '') as zip,
    order_date - date '1970-01-01' as jour,
    (order_amount * 100)::bigint as cents,
    vfl::integer as vfl,
    campagne,
    media,
    origine,
    produit
  from ${source} as dons
  left join donateurs as fiches on fiches.contact_id = dons.contact_id
  ${contacts ? `where contact_brut = any (${ecrireListe(contacts)})` : ''}
  order by dons.contact_id, order_date, length(id), id`

/** Texts as an array in a statement, where no parameters may stand. */
export const ecrireListe = (textes: readonly string[]): string =>
  `array[${textes.map((texte) => escapeLiteral(texte)).join(', ')}]::text[]`

const TABULATION = 9
const LIGNE = 10
const MOINS = 45
const ZERO = 48

/** A person as the rows say who it is. */
export interface Qui {
  /** As COPY writes it, as all texts here. */
  contact: Uint8Array
  moitie: number
  codePostal: Uint8Array
}

const colonnes = (taille: number): Dons => ({
  nombre: 0,
  jours: new Int32Array(taille),
  cents: new Float64Array(taille),
  vfl: new Uint8Array(taille),
  codes: [
    new Int32Array(taille),
    new Int32Array(taille),
    new Int32Array(taille),
    new Int32Array(taille),
  ],
})

/** Reads rows of DONS_EN_ORDRE, in pieces cut anywhere, person by person. */
export class Lecture {
  readonly codes = new Textes()
  #dons = colonnes(256)
  #qui: Qui | undefined
  #reste = Buffer.alloc(0)
  #octets: Buffer = Buffer.alloc(0)
  #place = 0
  #rendre: (qui: Qui, dons: Dons) => void

  /** `rendre` is given each person; the columns are others' after it. */
  constructor(rendre: (qui: Qui, dons: Dons) => void) {
    this.#rendre = rendre
  }

  lire(morceau: Buffer): void {
    this.#octets = this.#reste.length > 0 ? Buffer.concat([this.#reste, morceau]) : morceau
    const fin = this.#octets.lastIndexOf(LIGNE) + 1
    this.#place = 0
    while (this.#place < fin) this.#lireLigne()
    this.#reste = Buffer.from(this.#octets.subarray(fin))
  }

  /** After the last piece. */
  finir(): void {
    if (this.#qui) this.#rendre(this.#qui, this.#dons)
    this.#qui = undefined
  }

  #lireLigne(): void {
    const debut = this.#place
    const fin = this.#passer()
    if (this.#qui && sontEgaux(this.#qui.contact, this.#octets, debut, fin)) {
      this.#passer()
      this.#passer()
    } else {
      this.finir()
      this.#dons.nombre = 0
      this.#qui = {
        contact: Uint8Array.from(this.#octets.subarray(debut, fin)),
        moitie: this.#entier(),
        codePostal: this.#copie(),
      }
    }
    if (this.#dons.nombre === this.#dons.jours.length) this.#agrandir()
    const { jours, cents, vfl, codes, nombre } = this.#dons
    jours[nombre] = this.#entier()
    cents[nombre] = this.#entier()
    vfl[nombre] = this.#entier()
    for (const axe of codes) axe[nombre] = this.#code()
    this.#dons.nombre++
  }

  /** Goes beyond a value, and tells where it ends. */
  #passer(): number {
    const octets = this.#octets
    let place = this.#place
    while (octets[place] !== TABULATION && octets[place] !== LIGNE) place++
    this.#place = place + 1
    return place
  }

  #code(): number {
    const debut = this.#place
    return this.codes.numero(this.#octets, debut, this.#passer())
  }

  #copie(): Uint8Array {
    const debut = this.#place
    return Uint8Array.from(this.#octets.subarray(debut, this.#passer()))
  }

  #entier(): number {
    const debut = this.#place
    const fin = this.#passer()
    const negatif = this.#octets[debut] === MOINS
    let entier = 0
    for (let place = negatif ? debut + 1 : debut; place < fin; place++)
      entier = entier * 10 + (this.#octets[place] as number) - ZERO
    return negatif ? -entier : entier
  }

  #agrandir(): void {
    const plus = colonnes(2 * this.#dons.nombre)
    plus.nombre = this.#dons.nombre
    plus.jours.set(this.#dons.jours)
    plus.cents.set(this.#dons.cents)
    plus.vfl.set(this.#dons.vfl)
    for (const [axe, codes] of this.#dons.codes.entries()) plus.codes[axe]?.set(codes)
    this.#dons = plus
  }
}
