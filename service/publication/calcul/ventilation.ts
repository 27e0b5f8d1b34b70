import { anneeDe, moisDe, quantiemeDe } from './calendrier'
import { AXES, type Dons, exact, type Personne } from './personne'

/** Two sums for each axis, period and code: a table of open addresses, doubled where it is half full. */
class Sommes {
  #places = 1024
  #cles = new Int32Array(this.#places)
  #codes = new Int32Array(this.#places).fill(-1)
  #nombres = new Float64Array(this.#places)
  #sommes = new Float64Array(this.#places)
  #pris = 0

  #placeDe(cle: number, code: number): number {
    let melange = Math.imul(cle, 0x9e3779b1) ^ Math.imul(code, 0x85ebca6b)
    melange ^= melange >>> 15
    let place = melange & (this.#places - 1)
    while (
      (this.#codes[place] as number) >= 0 &&
      ((this.#codes[place] as number) !== code || (this.#cles[place] as number) !== cle)
    )
      place = (place + 1) & (this.#places - 1)
    return place
  }

  #agrandir(): void {
    const [cles, codes, nombres, sommes] = [this.#cles, this.#codes, this.#nombres, this.#sommes]
    this.#places *= 2
    this.#cles = new Int32Array(this.#places)
    this.#codes = new Int32Array(this.#places).fill(-1)
    this.#nombres = new Float64Array(this.#places)
    this.#sommes = new Float64Array(this.#places)
    for (let avant = 0; avant < codes.length; avant++) {
      if ((codes[avant] as number) < 0) continue
      const place = this.#placeDe(cles[avant] as number, codes[avant] as number)
      this.#cles[place] = cles[avant] as number
      this.#codes[place] = codes[avant] as number
      this.#nombres[place] = nombres[avant] as number
      this.#sommes[place] = sommes[avant] as number
    }
  }

  ajouter(axe: number, periode: number, code: number, nombre: number, somme: number): void {
    const cle = periode * AXES.length + axe
    const place = this.#placeDe(cle, code)
    this.#nombres[place] = (this.#nombres[place] as number) + nombre
    this.#sommes[place] = (this.#sommes[place] as number) + somme
    if ((this.#codes[place] as number) === code) return
    this.#cles[place] = cle
    this.#codes[place] = code
    if (++this.#pris * 2 > this.#places) this.#agrandir()
  }

  *lire(): Generator<Ventile> {
    for (let place = 0; place < this.#places; place++) {
      const code = this.#codes[place] as number
      if (code < 0) continue
      const cle = this.#cles[place] as number
      const periode = Math.floor(cle / AXES.length)
      yield {
        axe: cle - periode * AXES.length,
        periode,
        code,
        nombre: this.#nombres[place] as number,
        somme: exact(this.#sommes[place] as number),
      }
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

  /** Gifts and cents. */
  parJour = () => this.#jours.lire()

  /** The same; periods are months as numbers. */
  parMois(): Generator<Ventile> {
    const mois = new Sommes()
    for (const { axe, periode, code, nombre, somme } of this.#jours.lire())
      mois.ajouter(axe, 12 * anneeDe(periode) + moisDe(periode) - 1, code, nombre, somme)
    return mois.lire()
  }

  /** Donors, and those whose first gift ever bears the code. */
  parAnnee = () => this.#annees.lire()
}
