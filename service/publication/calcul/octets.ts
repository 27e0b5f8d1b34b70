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
  #copier(octets: Uint8Array): void {
    const { length } = octets
    if (length > 48) this.#octets.set(octets, this.#longueur)
    else
      for (let place = 0; place < length; place++)
        this.#octets[this.#longueur + place] = octets[place] as number
    this.#longueur += length
  }

  /** Bytes that are escaped already. */
  ecrit(octets: Uint8Array): this {
    this.#place(octets.length + 1)
    this.#copier(octets)
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

/** Texts as COPY writes them, each once, by numbers from 0 on. */
export class Textes {
  #textes: Uint8Array[] = []
  #empreintes: number[] = []
  #places = new Int32Array(1024).fill(-1)

  get nombre(): number {
    return this.#textes.length
  }

  octets(numero: number): Uint8Array {
    return this.#textes[numero] as Uint8Array
  }

  #libre(empreinte: number): number {
    let place = empreinte & (this.#places.length - 1)
    while ((this.#places[place] as number) >= 0) place = (place + 1) & (this.#places.length - 1)
    return place
  }

  #agrandir(): void {
    this.#places = new Int32Array(this.#places.length * 2).fill(-1)
    for (const [numero, empreinte] of this.#empreintes.entries())
      this.#places[this.#libre(empreinte)] = numero
  }

  numero(octets: Uint8Array, debut: number, fin: number): number {
    let empreinte = 0
    for (let place = debut; place < fin; place++)
      empreinte = (Math.imul(empreinte, 31) + (octets[place] as number)) | 0
    empreinte ^= empreinte >>> 15
    let place = empreinte & (this.#places.length - 1)
    for (;;) {
      const numero = this.#places[place] as number
      if (numero < 0) break
      if (sontEgaux(this.octets(numero), octets, debut, fin)) return numero
      place = (place + 1) & (this.#places.length - 1)
    }
    const numero = this.#textes.length
    this.#textes.push(Uint8Array.from(octets.subarray(debut, fin)))
    this.#empreintes.push(empreinte)
    if (numero * 2 > this.#places.length) this.#agrandir()
    else this.#places[place] = numero
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

/** A text as COPY writes it, as an element of an array that COPY reads. */
export const ecrireElement = (octets: Uint8Array): Buffer =>
  ecrireTexte(`"${lireTexte(octets).replaceAll(/[\\"]/g, '\\$&')}"`)
