import { createRandom } from '../../../service/programs/demo/random'
import type { Fiche } from '../doublons/foyers'
import { peupler } from '../doublons/population'
import { AUTRES } from './autres'
import { MEMES } from './memes'
import { type Carte, type Lot, type Paire, Tirage } from './quidam'

/** A pair of a kind, as the base numbers its cards. */
export interface Plantee {
  genre: string
  memes: boolean
  contacts: readonly [string, string]
}

export interface Ensemble {
  fiches: Fiche[]
  /** Who each contact really is. */
  personnes: Map<string, number>
  plantees: Plantee[]
}

type Retouche = (fiche: Fiche, at: number) => Fiche

/** What the cards of each culture say of donors whose names are borne as in France. */
const CULTURES = {
  /** A large base, most of whose cards are filled. */
  annuaire: { lot: 0, donateurs: 20_000, retouche: (fiche) => fiche },
  /** Paper: three zips, landlines and few mailboxes, of households. */
  paroisse: {
    lot: 1,
    donateurs: 4_000,
    retouche: (fiche, at) => ({
      ...fiche,
      zip: ['49300', '49280', '49340'][Number(fiche.zip) % 3] ?? '',
      email: at % 3 === 0 ? fiche.email : '',
      birthdate: '',
      phone: /^0[67]/.test(fiche.phone) && at % 4 > 0 ? '' : fiche.phone,
    }),
  },
  /** A form on the web: always a mailbox, seldom a place, and neither civility nor birth date. */
  portail: {
    lot: 2,
    donateurs: 9_000,
    retouche: (fiche, at) => ({
      ...fiche,
      email: fiche.email || `boite${at}@courriel.fr`,
      zip: at % 2 === 0 ? fiche.zip : '',
      phone: at % 3 === 0 ? fiche.phone : '',
      civility: '',
      birthdate: '',
    }),
  },
} as const satisfies Record<string, { lot: Lot; donateurs: number; retouche: Retouche }>

export type Culture = keyof typeof CULTURES
export const CULTURES_PAIRES = Object.keys(CULTURES) as Culture[]

/** So many pairs of each kind. */
const PAIRES = 12

/** A base of a culture, and pairs of every kind planted in it by its own set: two teach, the third judges. */
export function createPaires(culture: Culture, part = 1): Ensemble {
  const { lot, donateurs, retouche } = CULTURES[culture]
  const base = peupler(Math.round(donateurs * part), { graine: 53 + lot, every: Infinity })
  const ensemble: Ensemble = {
    fiches: base.fiches.map(retouche),
    personnes: base.personnes,
    plantees: [],
  }
  const tirage = new Tirage(createRandom(530 + lot), lot)
  let personne = 10_000_000
  const add = (carte: Carte, who: number): string => {
    const contact_id = String(5_000_001 + ensemble.fiches.length)
    ensemble.fiches.push({
      ...{ firstname: '', lastname: '', zip: '', email: '', phone: '', birthdate: '' },
      ...{ civility: '', is_company: false },
      ...carte,
      contact_id,
    })
    ensemble.personnes.set(contact_id, who)
    return contact_id
  }
  const plant = (kinds: Readonly<Record<string, Paire>>, memes: boolean) => {
    for (const [genre, kind] of Object.entries(kinds))
      for (let left = PAIRES; left > 0; left -= 1) {
        const [one, other, ...rest] = kind(tirage)
        personne += 1
        const contacts = [add(one, personne), add(other, memes ? personne : ++personne)] as const
        for (const carte of rest) add(carte, ++personne)
        ensemble.plantees.push({ genre, memes, contacts })
      }
  }
  plant(MEMES, true)
  plant(AUTRES, false)
  return ensemble
}
