import { anneeDe, moisDe, quantiemeDe } from './calendrier'
import { AXES, type Dons, exact, type Personne } from './personne'

/** Two sums for each axis, period and code, in the order in which these come first, and where each is by a table of open addresses. */
class Sommes {
  #cles = new Int32Array(1024)
  #codes = new Int32Array(1024)
  #nombres = new Uint32Array(1024)
  #sommes = new Float64Array(1024)
  #nombre = 0
  #places = new Int32Array(2048).fill(-1)

  #placeDe(cle: number, code: number): number {
    let melange = Math.imul(cle, 0x9e3779b1) ^ Math.imul(code, 0x85ebca6b)
    melange ^= melange >>> 15
    const places = this.#places
    let place = melange & (places.length - 1)
    for (;;) {
      const rang = places[place] as number
      if (rang < 0 || (this.#codes[rang] === code && this.#cles[rang] === cle)) return place
      place = (place + 1) & (places.length - 1)
    }
  }

  #agrandir(): void {
    const plus = <T extends Int32Array | Uint32Array | Float64Array>(avant: T, apres: T): T => {
      apres.set(avant)
      return apres
    }
    const taille = 2 * this.#nombre
    this.#cles = plus(this.#cles, new Int32Array(taille))
    this.#codes = plus(this.#codes, new Int32Array(taille))
    this.#nombres = plus(this.#nombres, new Uint32Array(taille))
    this.#sommes = plus(this.#sommes, new Float64Array(taille))
    this.#places = new Int32Array(2 * taille).fill(-1)
    for (let rang = 0; rang < this.#nombre; rang++)
      this.#places[this.#placeDe(this.#cles[rang] as number, this.#codes[rang] as number)] = rang
  }

  ajouter(axe: number, periode: number, code: number, nombre: number, somme: number): void {
    const cle = periode * AXES.length + axe
    const place = this.#placeDe(cle, code)
    let rang = this.#places[place] as number
    if (rang < 0) {
      rang = this.#nombre++
      this.#places[place] = rang
      this.#cles[rang] = cle
      this.#codes[rang] = code
      this.#nombres[rang] = 0
      this.#sommes[rang] = 0
    }
    this.#nombres[rang] = (this.#nombres[rang] as number) + nombre
    this.#sommes[rang] = (this.#sommes[rang] as number) + somme
    if (this.#nombre === this.#codes.length) this.#agrandir()
  }

  #lire(rang: number): Ventile {
    const cle = this.#cles[rang] as number
    const periode = Math.floor(cle / AXES.length)
    return {
      axe: cle - periode * AXES.length,
      periode,
      code: this.#codes[rang] as number,
      nombre: this.#nombres[rang] as number,
      somme: exact(this.#sommes[rang] as number),
    }
  }

  *lire(): Generator<Ventile> {
    for (let rang = 0; rang < this.#nombre; rang++) yield this.#lire(rang)
  }

  /** Adds up what is of one period where each is another, in place: there may be a great many, of which none becomes two. */
  rassembler(periodeDe: (periode: number) => number): void {
    const nombre = this.#nombre
    this.#nombre = 0
    this.#places.fill(-1)
    for (let rang = 0; rang < nombre; rang++) {
      const { axe, periode, code, ...sommes } = this.#lire(rang)
      this.ajouter(axe, periodeDe(periode), code, sommes.nombre, sommes.somme)
    }
  }
}

/** The sums of a code on an axis in a period. */
export interface Ventile {
  axe: number
  periode: number
  code: number
  nombre: number
  somme: number
}

/** A month as a number, and back. */
export const anneeDuMois = (numero: number): number => Math.floor(numero / 12)
export const moisDuMois = (numero: number): number => numero - 12 * anneeDuMois(numero) + 1

/** The breakdown by code: gifts by day, of months before `depuis` by the month's first, and donors by year. */
export class Ventilation {
  #depuis: number
  #jours = new Sommes()
  #annees = new Sommes()
  /** Of each code the latest year of a person in which it was seen, by the order of these. */
  #vus = AXES.map(() => new Int32Array(1024))
  #rang = 0

  constructor(depuis: number) {
    this.#depuis = depuis
  }

  /** A person who counts. */
  ajouter(dons: Dons, { faits }: Personne): void {
    for (const [rang, { annee, debut, fin }] of faits.entries()) {
      this.#rang++
      for (let axe = 0; axe < AXES.length; axe++) {
        const codes = dons.codes[axe] as Int32Array
        for (let don = debut; don < fin; don++) {
          const code = codes[don] as number
          const jour = dons.jours[don] as number
          const periode = jour >= this.#depuis ? jour : jour - quantiemeDe(jour) + 1
          this.#jours.ajouter(axe, periode, code, 1, dons.cents[don] as number)
          if (this.#estNouveau(axe, code))
            this.#annees.ajouter(axe, annee, code, 1, rang === 0 && don === debut ? 1 : 0)
        }
      }
    }
  }

  #estNouveau(axe: number, code: number): boolean {
    let vus = this.#vus[axe] as Int32Array
    if (code >= vus.length) {
      const plus = new Int32Array(Math.max(2 * vus.length, code + 1))
      plus.set(vus)
      vus = this.#vus[axe] = plus
    }
    const nouveau = (vus[code] as number) !== this.#rang
    vus[code] = this.#rang
    return nouveau
  }

  /** Donors, and those whose first gift ever bears the code; they are gone then, since the others take as much memory. */
  *parAnnee(): Generator<Ventile> {
    const annees = this.#annees
    this.#annees = new Sommes()
    yield* annees.lire()
  }

  /** Gifts and cents. */
  parJour = () => this.#jours.lire()

  /** The same, for good; periods are months as numbers. */
  parMois(): Generator<Ventile> {
    this.#jours.rassembler((jour) => 12 * anneeDe(jour) + moisDe(jour) - 1)
    return this.#jours.lire()
  }
}
