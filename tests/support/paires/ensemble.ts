import { createRandom } from '../../../service/programs/demo/random'
import { ascii, type Fiche } from '../doublons/foyers'
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

const NOMS_D_ILE =
  `Payet Hoarau Grondin Boyer Fontaine Rivière Dijoux Robert Maillot Técher Lebon Bègue Turpin Hoareau Morel Picard
  Vitry Clain Nativel Ramassamy Lauret Damour Cadet Gauvin Sautron Mussard Folio Virapin Ethève Moutoussamy Bénard Gonthier
  Ah-Kane Chane-Kane Law-Yat Ingar Barret Lallemand Smith Narayanin`.split(/\s+/)

/** The name of an island for one of the mainland: a few families, the first of them in every street, and each in its own place. */
function nommerIle(nom: string): string {
  let rang = 7
  for (const letter of ascii(nom).replace(/sk[ia]$/, 'sk'))
    rang = (rang * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return NOMS_D_ILE[Math.floor((rang / 9973) ** 2 * NOMS_D_ILE.length)] ?? nom
}

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
  /** Twenty-four zips and forty families, who write to one another by telephone: each full name is borne by several. */
  ile: {
    lot: 2,
    donateurs: 10_000,
    nommer: nommerIle,
    retouche: (fiche, at) => ({
      ...fiche,
      lastname: fiche.is_company ? fiche.lastname : nommerIle(fiche.lastname),
      zip: fiche.zip && `974${String(10 + (Number(fiche.zip) % 24) * 3)}`,
      email: at % 2 === 0 ? fiche.email : '',
      phone: fiche.phone.replace(/^0[67]../, '0692').replace(/^0[1-59]../, '0262'),
    }),
  },
} as const satisfies Record<
  string,
  { lot: Lot; donateurs: number; retouche: Retouche; nommer?: (nom: string) => string }
>

export type Culture = keyof typeof CULTURES
export const CULTURES_PAIRES = Object.keys(CULTURES) as Culture[]

/** So many pairs of each kind. */
const PAIRES = 12

/** A base of a culture, and pairs of every kind planted in it by its own set: two teach, two others and other draws (`graine`) judge. */
export function createPaires(culture: Culture, part = 1, graine = 0): Ensemble {
  const {
    lot,
    donateurs,
    retouche,
    nommer,
  }: (typeof CULTURES)[Culture] & { nommer?: (nom: string) => string } = CULTURES[culture]
  const base = peupler(Math.round(donateurs * part), {
    graine: 53 + lot + 10 * graine,
    every: Infinity,
  })
  const ensemble: Ensemble = {
    fiches: base.fiches.map(retouche),
    personnes: base.personnes,
    plantees: [],
  }
  const tirage = new Tirage(createRandom(530 + lot + 10 * graine), lot, nommer)
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
