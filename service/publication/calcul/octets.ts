/** About so many bytes of rows are handed on at once. */
const MORCEAU = 262_144

const ZERO = 48
const TABULATION = 9
const LIGNE = 10
const POINT = 46
const MOINS = 45
const VIRGULE = 44
const ACCOLADE = 123
const FERMANTE = 125

/** Rows as COPY reads them, written byte by byte: each value ends with a tab, which the end of its row takes. */
export class Lignes {
  #morceau: number
  #octets: Buffer
  #longueur = 0

  constructor(morceau = MORCEAU) {
    this.#morceau = morceau
    this.#octets = Buffer.allocUnsafeSlow(morceau)
  }

  #place(longueur: number): void {
    if (this.#longueur + longueur <= this.#octets.length) return
    const plus = Buffer.allocUnsafeSlow(
      Math.max(2 * this.#octets.length, this.#longueur + longueur),
    )
    this.#octets.copy(plus, 0, 0, this.#longueur)
    this.#octets = plus
  }

  /** There is place for them. Most are short, and copied faster so. */
  #copier(octets: Uint8Array, debut = 0, fin = octets.length): void {
    if (fin - debut > 48) this.#octets.set(octets.subarray(debut, fin), this.#longueur)
    else
      for (let place = debut; place < fin; place++)
        this.#octets[this.#longueur + place - debut] = octets[place] as number
    this.#longueur += fin - debut
  }

  /** Bytes that are escaped already. */
  ecrit(octets: Uint8Array, debut = 0, fin = octets.length): this {
    this.#place(fin - debut + 1)
    this.#copier(octets, debut, fin)
    this.#octets[this.#longueur++] = TABULATION
    return this
  }

  /** An array of elements that are escaped already; null without any. */
  liste(elements: readonly Uint8Array[]): this {
    if (elements.length === 0) return this.nul()
    this.#place(2)
    this.#octets[this.#longueur++] = ACCOLADE
    for (const element of elements) {
      this.#place(element.length + 2)
      this.#copier(element)
      this.#octets[this.#longueur++] = VIRGULE
    }
    this.#octets[this.#longueur - 1] = FERMANTE
    this.#octets[this.#longueur++] = TABULATION
    return this
  }

  /** ASCII that needs no escape. */
  texte(texte: string): this {
    this.#place(texte.length + 1)
    for (let place = 0; place < texte.length; place++)
      this.#octets[this.#longueur++] = texte.charCodeAt(place)
    this.#octets[this.#longueur++] = TABULATION
    return this
  }

  nul(): this {
    return this.texte('\\N')
  }

  bool(vrai: boolean): this {
    return this.texte(vrai ? 't' : 'f')
  }

  #chiffres(nombre: number): void {
    this.#place(24)
    if (nombre < 0) this.#octets[this.#longueur++] = MOINS
    let reste = Math.abs(nombre)
    let longueur = 1
    for (let seuil = 10; seuil <= reste; seuil *= 10) longueur++
    this.#longueur += longueur
    for (let place = this.#longueur; longueur > 0; longueur--) {
      const dixiemes = reste < 0x80000000 ? (reste / 10) | 0 : Math.floor(reste / 10)
      this.#octets[--place] = ZERO + (reste - dixiemes * 10)
      reste = dixiemes
    }
  }

  entier(nombre: number): this {
    this.#chiffres(nombre)
    this.#octets[this.#longueur++] = TABULATION
    return this
  }

  euros(cents: number): this {
    const euros = Math.floor(cents / 100)
    const reste = cents - euros * 100
    this.#chiffres(euros)
    this.#octets[this.#longueur++] = POINT
    this.#octets[this.#longueur++] = ZERO + Math.floor(reste / 10)
    this.#octets[this.#longueur++] = ZERO + (reste % 10)
    this.#octets[this.#longueur++] = TABULATION
    return this
  }

  fin(): void {
    this.#octets[this.#longueur - 1] = LIGNE
  }

  /** What is written, if it is enough to be handed on, or in any case (`tout`): it is the taker's. */
  prendre(tout = false): Buffer | undefined {
    if (this.#longueur === 0 || (!tout && 8 * this.#longueur < 7 * this.#morceau)) return undefined
    const pris = this.#octets.subarray(0, this.#longueur)
    this.#octets = Buffer.allocUnsafeSlow(this.#morceau)
    this.#longueur = 0
    return pris
  }
}

/** Texts as COPY writes them, each once, by numbers from 0 on: one after the other, since there may be a great many. */
export class Textes {
  #octets = Buffer.allocUnsafeSlow(16_384)
  /** Where each begins, and where the last ends. */
  #debuts = new Uint32Array(1024)
  #nombre = 0
  #places = new Int32Array(2048).fill(-1)

  octets(numero: number): Uint8Array {
    return this.#octets.subarray(this.#debuts[numero], this.#debuts[numero + 1])
  }

  /** Writes the text of a number. */
  ecrire(lignes: Lignes, numero: number): void {
    lignes.ecrit(this.#octets, this.#debuts[numero], this.#debuts[numero + 1])
  }

  /** Where the number of a text is, or is to be. */
  #placeDe(octets: Uint8Array, debut: number, fin: number): number {
    let empreinte = 0
    for (let place = debut; place < fin; place++)
      empreinte = (Math.imul(empreinte, 31) + (octets[place] as number)) | 0
    empreinte ^= empreinte >>> 15
    const places = this.#places
    let place = empreinte & (places.length - 1)
    for (;;) {
      const numero = places[place] as number
      if (numero < 0 || this.#est(numero, octets, debut, fin)) return place
      place = (place + 1) & (places.length - 1)
    }
  }

  #est(numero: number, octets: Uint8Array, debut: number, fin: number): boolean {
    const place = this.#debuts[numero] as number
    if ((this.#debuts[numero + 1] as number) - place !== fin - debut) return false
    for (let octet = debut; octet < fin; octet++)
      if (this.#octets[place + octet - debut] !== octets[octet]) return false
    return true
  }

  #agrandir(): void {
    const debuts = new Uint32Array(2 * this.#debuts.length)
    debuts.set(this.#debuts)
    this.#debuts = debuts
    this.#places = new Int32Array(2 * this.#places.length).fill(-1)
    for (let numero = 0; numero < this.#nombre; numero++) {
      const [debut = 0, fin = 0] = debuts.subarray(numero, numero + 2)
      this.#places[this.#placeDe(this.#octets, debut, fin)] = numero
    }
  }

  numero(octets: Uint8Array, debut: number, fin: number): number {
    const place = this.#placeDe(octets, debut, fin)
    const connu = this.#places[place] as number
    if (connu >= 0) return connu
    const numero = this.#nombre++
    const ici = this.#debuts[numero] as number
    const apres = ici + fin - debut
    if (apres > this.#octets.length) {
      const plus = Buffer.allocUnsafeSlow(2 * apres)
      plus.set(this.#octets.subarray(0, ici))
      this.#octets = plus
    }
    this.#octets.set(octets.subarray(debut, fin), ici)
    this.#debuts[numero + 1] = apres
    this.#places[place] = numero
    if (numero + 2 === this.#debuts.length) this.#agrandir()
    return numero
  }
}

/** Whether a text is that of some bytes. */
export function sontEgaux(
  texte: Uint8Array,
  octets: Uint8Array,
  debut: number,
  fin: number,
): boolean {
  if (texte.length !== fin - debut) return false
  for (let place = 0; place < texte.length; place++)
    if (texte[place] !== octets[debut + place]) return false
  return true
}

const ECHAPPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/** A text as COPY writes it, read. */
export const lireTexte = (octets: Uint8Array): string =>
  Buffer.from(octets)
    .toString('utf8')
    .replaceAll(/\\(.)/gs, (_, signe: string) => ECHAPPES[signe] ?? signe)

const SIGNES = new Map(Object.entries(ECHAPPES).map(([lettre, signe]) => [signe, `\\${lettre}`]))

/** A text as COPY reads it. */
export const ecrireTexte = (texte: string): Buffer =>
  Buffer.from(texte.replaceAll(/[\\\b\f\n\r\t\v]/g, (signe) => SIGNES.get(signe) ?? '\\\\'))

/** What an element of an array is quoted for. */
const A_CITER = /^$|^null$|[{}",\\ \t\n\r\v\f]/i

/** A text as COPY writes it, as an element of an array as it writes one. */
export function ecrireElement(octets: Uint8Array): Buffer {
  const texte = lireTexte(octets)
  return ecrireTexte(A_CITER.test(texte) ? `"${texte.replaceAll(/[\\"]/g, '\\$&')}"` : texte)
}
