import type { Random } from '../../../service/programs/demo/random'
import type { Fiche } from '../doublons/foyers'
import { ascii } from '../doublons/foyers'
import { createFamille, type Genre } from '../doublons/noms'

/** Which of the three sets: two teach, the third judges. */
export type Lot = 0 | 1 | 2
export type Carte = Partial<Omit<Fiche, 'contact_id'>>

/** All that is true of somebody, of which a card says a part. */
export interface Quidam {
  firstname: string
  lastname: string
  genre: Genre
  email: string
  phone: string
  fixe: string
  zip: string
  birthdate: string
}

const SERVEURS: Record<Lot, [string, ...string[]]> = {
  0: ['orange.fr', 'gmail.com', 'free.fr'],
  1: ['laposte.net', 'hotmail.fr', 'sfr.fr'],
  2: ['wanadoo.fr', 'yahoo.fr', 'outlook.com'],
}
const ZIPS: Record<Lot, readonly [number, number]> = {
  0: [100, 950],
  1: [493, 499],
  2: [690, 759],
}

/** Draws people of a set, no two of whom share a mailbox or a telephone. */
export class Tirage {
  #serie: number
  readonly random: Random
  readonly lot: Lot
  #nommer: (nom: string) => string
  constructor(random: Random, lot: Lot, nommer = (nom: string) => nom) {
    this.random = random
    this.lot = lot
    this.#nommer = nommer
    this.#serie = 1_000 * (lot + 1)
  }
  chiffres(): string {
    this.#serie += this.random.between(1, 9)
    return String(7_310_977 * this.#serie)
      .padStart(8, '0')
      .slice(-8)
  }
  zip(): string {
    const [from, to] = ZIPS[this.lot]
    return `${String(this.random.between(from, to)).padStart(3, '0')}${this.random.pick(['00', '10', '20', '40'])}`
  }
  mobile = (): string => this.random.pick(['06', '07']) + this.chiffres()
  fixe = (): string => this.random.pick(['02', '04', '05']) + this.chiffres()
  jour(from = 1940, to = 1990): string {
    const two = (most: number) => String(this.random.between(1, most)).padStart(2, '0')
    return `${this.random.between(from, to)}-${two(12)}-${two(28)}`
  }
  boite(firstname: string, lastname: string): string {
    const { random, lot } = this
    this.#serie += random.between(1, 9)
    const short = random.pick([ascii(firstname), ascii(firstname).slice(0, 1)])
    return `${short || 'courrier'}.${ascii(lastname)}${this.#serie}@${random.pick(SERVEURS[lot])}`
  }
  quidam({
    genre = this.random.pick(['F', 'M'] as const),
    ...given
  }: Partial<Quidam> = {}): Quidam {
    const { prenom, nom } = createFamille(this.random)(genre)
    const [firstname, lastname] = [given.firstname ?? prenom, given.lastname ?? this.#nommer(nom)]
    return {
      firstname,
      lastname,
      genre,
      email: this.boite(firstname, lastname),
      phone: this.mobile(),
      fixe: this.fixe(),
      zip: this.zip(),
      birthdate: this.jour(),
      ...given,
    }
  }
}

/** What a card says of somebody: the name, and these fields. */
export const dire = (
  who: Quidam,
  fields: readonly ('email' | 'phone' | 'fixe' | 'zip' | 'birthdate' | 'civility')[],
  rest: Carte = {},
): Carte => ({
  firstname: who.firstname,
  lastname: who.lastname,
  ...(fields.includes('email') && { email: who.email }),
  ...(fields.includes('phone') && { phone: who.phone }),
  ...(fields.includes('fixe') && { phone: who.fixe }),
  ...(fields.includes('zip') && { zip: who.zip }),
  ...(fields.includes('birthdate') && { birthdate: who.birthdate }),
  ...(fields.includes('civility') && { civility: who.genre === 'F' ? 'Mme' : 'M.' }),
  ...rest,
})

/** Two cards, or more where it takes more than two to be of the kind: only the first two are asked about. */
export type Paire = (tirage: Tirage) => readonly [Carte, Carte, ...Carte[]]
