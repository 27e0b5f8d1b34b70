import { Readable } from 'node:stream'
import type pg from 'pg'

/** Messages of the server: the rows, what comes before them, and what may stand between. */
const LIGNES = 'd'.charCodeAt(0)
const PASSES = new Set(['H', 'S', 'N', 'A'].map((code) => code.charCodeAt(0)))

/** A message begins with its code, and its length but the code's. */
const ENTETE = 5

type Ecoute = (octets: Buffer) => void

/**
 * The bytes of a COPY TO STDOUT, run as a query of the driver, which makes an object of each row: here the heads of the
 * messages are taken out, and that is all.
 */
export class Copie extends Readable {
  readonly text: string
  #connection: pg.Connection | undefined
  #suite: Ecoute = () => undefined
  #entete = Buffer.alloc(ENTETE)
  #lus = 0
  #reste = 0

  constructor(text: string) {
    super()
    this.text = text
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection
    const [ecoute] = connection.stream.listeners('data') as Ecoute[]
    if (!ecoute) throw new Error('the driver reads its connection otherwise')
    connection.stream.removeListener('data', ecoute).on('data', this.#ecouter)
    this.#suite = (octets) => {
      connection.stream.removeListener('data', this.#ecouter).on('data', ecoute)
      ecoute(octets)
    }
    ;(connection as unknown as { query: (text: string) => void }).query(this.text)
  }

  #ecouter = (octets: Buffer): void => {
    let ecrits = 0
    for (let place = 0; place < octets.length;) {
      if (this.#lus < ENTETE) {
        this.#entete[this.#lus++] = octets[place++] as number
        if (this.#lus === ENTETE) this.#reste = this.#entete.readInt32BE(1) - ENTETE + 1
        const [code = 0] = this.#entete
        if (code !== LIGNES && !PASSES.has(code)) {
          // The end of the rows, or an error: the driver's again.
          const lus = this.#entete.subarray(0, this.#lus)
          this.#rendre(octets.subarray(0, ecrits))
          this.#suite(Buffer.concat([lus, octets.subarray(place)]))
          return
        }
      } else {
        const fin = Math.min(octets.length, place + this.#reste)
        if (this.#entete[0] === LIGNES) {
          octets.copyWithin(ecrits, place, fin)
          ecrits += fin - place
        }
        this.#reste -= fin - place
        place = fin
      }
      if (this.#lus === ENTETE && this.#reste === 0) this.#lus = 0
    }
    this.#rendre(octets.subarray(0, ecrits))
  }

  #rendre(octets: Buffer): void {
    if (octets.length > 0 && !this.push(octets)) this.#connection?.stream.pause()
  }

  override _read(): void {
    this.#connection?.stream.resume()
  }

  handleError(error: Error): void {
    this.#connection = undefined
    this.destroy(error)
  }

  handleCommandComplete(): void {
    // Its tag says nothing that is asked for.
  }

  handleReadyForQuery(): void {
    this.#connection?.stream.resume()
    this.#connection = undefined
    this.push(null)
  }
}
