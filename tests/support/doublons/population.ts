import { createRandom } from '../../../service/programs/demo/random'
import { DEGATS, type Degat, endommager, FAIT_POUR } from './doubles'
import { ascii, type Fiche, makeMenage, makeSociete } from './foyers'

export interface Population {
  fiches: Fiche[]
  /** Who each contact really is. */
  personnes: Map<string, number>
  /** The second cards that were made of a first, and how. */
  plantees: { degat: Degat; contacts: readonly [string, string] }[]
  /** Contacts to whom keys of one row of a file led: the same person, or two of a household. */
  ambigues: (readonly [string, string])[]
}

/** How many zips a full name stands under, by its letters alone. */
function countZips(cards: readonly Fiche[]): (card: Fiche) => number {
  const key = ({ firstname, lastname }: Fiche) => `${ascii(firstname)}|${ascii(lastname)}`
  const places = new Map<string, Set<string>>()
  for (const card of cards.filter(({ zip }) => zip !== ''))
    places.set(key(card), (places.get(key(card)) ?? new Set()).add(card.zip))
  return (card) => places.get(key(card))?.size ?? 0
}

/** Whether two cards say a household, and no person of two numbers: one e-mail, or one name and place. */
const isHousehold = (one: Fiche, other: Fiche) => {
  const [first, second] = [ascii(one.firstname), ascii(other.firstname)]
  if (first.length < 2 || second.length < 2 || first === second) return false
  return one.lastname.toLowerCase() === other.lastname.toLowerCase()
    ? one.zip !== '' && one.zip === other.zip
    : one.email !== '' && one.email === other.email
}

/** So many donors, one in `every` of them under a second number as well; who gave which name is drawn as names are borne. */
export function peupler(nombre: number, { graine = 30, every = 20 } = {}): Population {
  const random = createRandom(graine)
  const pris = new Set<string>()
  const personnes = new Map<string, number>()
  const fiches: Fiche[] = []
  const add = (personne: number, card: Omit<Fiche, 'contact_id'>): Fiche => {
    const fiche = { contact_id: String(1_000_001 + fiches.length), ...card }
    fiches.push(fiche)
    personnes.set(fiche.contact_id, personne)
    return fiche
  }
  const ambigues: Population['ambigues'] = []
  while (fiches.length < nombre) {
    const cards = random.chance(0.03) ? [makeSociete(random, pris)] : makeMenage(random, pris)
    const home = [...cards].map((card) => add(fiches.length, card))
    const [one, other] = home
    if (one && other && isHousehold(one, other)) ambigues.push([one.contact_id, other.contact_id])
  }
  const firsts = [...fiches]
  const zipsOf = countZips(firsts)
  const plantees: Population['plantees'] = []
  for (let at = 0; at < nombre / every; at += 1) {
    const degat = DEGATS[at % DEGATS.length] ?? 'D1'
    for (let tries = 0; tries < 5000; tries += 1) {
      const card = firsts[random.between(0, firsts.length - 1)]
      if (!card || !FAIT_POUR[degat](card) || card.is_company !== (degat === 'D7')) continue
      if (degat.startsWith('D3') && zipsOf(card) >= 3 !== (degat === "D3'")) continue
      const second = add(
        personnes.get(card.contact_id) ?? -1,
        endommager(random, pris, degat, card),
      )
      const contacts = [card.contact_id, second.contact_id] as const
      plantees.push({ degat, contacts })
      if (degat === 'D8') ambigues.push(contacts)
      break
    }
  }
  return { fiches, personnes, plantees, ambigues }
}
