import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type pg from 'pg'
import { Lignes } from './octets'

/** Rows wait packed in memory up to so many bytes, then in a table of the connection's own, which ends with it. */
const EN_MEMOIRE = 20 * 1024 * 1024

/** So many bytes of a key are kept together, packed to a fifth: that takes less time than to write them to a table. */
const MORCEAU = 65_536

interface Tas {
  lignes: Lignes
  /** What is kept: the packed bytes, or the number under which the database has them. */
  morceaux: (Buffer | number)[]
}

/** Rows that come in any order and are wanted in that of their keys. */
export class Reserve {
  #ouvrir: () => Promise<pg.ClientBase>
  #base: pg.ClientBase | undefined
  #tas = new Map<number, Tas>()
  #place: number
  #rangs = 0

  constructor(ouvrir: () => Promise<pg.ClientBase>, place = EN_MEMOIRE) {
    this.#ouvrir = ouvrir
    this.#place = place
  }

  /** Where rows of a key are written. */
  lignes(cle: number): Lignes {
    let tas = this.#tas.get(cle)
    if (!tas) {
      tas = { lignes: new Lignes(MORCEAU), morceaux: [] }
      this.#tas.set(cle, tas)
    }
    return tas.lignes
  }

  /** Keeps what has been written; to be called now and then. */
  async ranger(): Promise<void> {
    for (const { lignes, morceaux } of this.#tas.values()) {
      const octets = lignes.prendre()
      if (octets) morceaux.push(await this.#garder(octets))
    }
  }

  async #garder(octets: Buffer): Promise<Buffer | number> {
    const tasses = deflateRawSync(octets, { level: 1 })
    if (tasses.length <= this.#place) {
      this.#place -= tasses.length
      return tasses
    }
    if (!this.#base) {
      this.#base = await this.#ouvrir()
      await this.#base.query(`
        begin;
        set local idle_in_transaction_session_timeout = 0;
        create temporary table reserve (rang integer primary key, lignes bytea not null);
        alter table reserve alter column lignes set storage external`)
    }
    const rang = ++this.#rangs
    await this.#base.query('insert into pg_temp.reserve values ($1, $2)', [rang, tasses])
    return rang
  }

  /** The keys of which there are rows, in their order. */
  cles = (): number[] => [...this.#tas.keys()].sort((une, autre) => une - autre)

  /** The rows of a key, which are gone then. */
  async *rendre(cle: number): AsyncGenerator<Buffer> {
    const tas = this.#tas.get(cle)
    if (!tas) return
    this.#tas.delete(cle)
    for (const morceau of tas.morceaux)
      yield inflateRawSync(typeof morceau === 'number' ? await this.#lire(morceau) : morceau)
    const reste = tas.lignes.prendre(true)
    if (reste) yield reste
  }

  async #lire(rang: number): Promise<Buffer> {
    const found = await this.#base?.query<{ lignes: Buffer }>(
      'select lignes from pg_temp.reserve where rang = $1',
      [rang],
    )
    return found?.rows[0]?.lignes ?? Buffer.alloc(0)
  }
}
