import type { Random } from '../../../service/programs/demo/random'
import {
  autreForme,
  initiales,
  recopier,
  recopierCodePostal,
  recopierEmail,
  recopierNom,
  recopierTelephone,
} from './degats'
import { type Fiche, makeFoyer } from './foyers'
import { createFamille, type Nom } from './noms'

/** The damages, each after the rule that is to see through it. */
export const DEGATS = ['D1', 'D2', 'D3', "D3'", 'D5', "D5'", 'D6', 'D7', 'D8'] as const
export type Degat = (typeof DEGATS)[number]

const isCompound = ({ firstname }: Fiche) => /^\p{Lu}\p{L}{2,}-\p{L}{3,}$/u.test(firstname)
const hasFirst = ({ firstname }: Fiche) => firstname.length > 3

/** Which cards a damage can be done to: what its rule goes by is there. */
export const FAIT_POUR: Record<Degat, (card: Fiche) => boolean> = {
  D1: (card) => card.email !== '' && hasFirst(card),
  D2: (card) => /^0[67]/.test(card.phone) && hasFirst(card),
  D3: (card) => card.zip !== '' && hasFirst(card),
  "D3'": (card) => card.zip !== '' && hasFirst(card),
  D5: (card) => card.email !== '' && hasFirst(card),
  "D5'": (card) => card.zip !== '' && hasFirst(card),
  D6: (card) => card.zip !== '' && isCompound(card),
  D7: (card) => card.is_company && card.zip !== '',
  D8: hasFirst,
}

const short = (random: Random, prenom: string) =>
  random.chance(0.6)
    ? recopier(random, prenom)
    : random.chance(0.6)
      ? initiales(random, prenom)
      : ''

/** The same person once more, under a new number: what a damage leaves of the card, in another hand. */
export function endommager(
  random: Random,
  pris: Set<string>,
  degat: Degat,
  card: Fiche,
): Omit<Fiche, 'contact_id'> {
  const nom: Nom = { prenom: card.firstname, nom: card.lastname }
  const other = makeFoyer(random, nom, pris)
  const civility = random.chance(0.5) ? card.civility : ''
  const birthdate = random.chance(0.3) ? card.birthdate : ''
  const zip = recopierCodePostal(random, card.zip)
  const email = random.chance(0.5) ? other.email : ''
  const phone = random.chance(0.5) ? other.mobile : ''
  const base = {
    firstname: recopier(random, card.firstname),
    lastname: recopierNom(random, card.lastname),
    zip: other.zip,
    email,
    phone,
    birthdate,
    civility,
    is_company: false,
  }
  switch (degat) {
    case 'D1':
      return {
        ...base,
        firstname: short(random, card.firstname),
        email: recopierEmail(random, card.email),
      }
    case 'D2':
      return {
        ...base,
        firstname: short(random, card.firstname),
        phone: recopierTelephone(random, card.phone),
      }
    case 'D3':
    case "D3'":
      return { ...base, zip }
    case 'D5':
    case "D5'":
      return {
        ...base,
        firstname: recopier(random, card.lastname),
        lastname: recopier(random, card.firstname),
        ...(degat === 'D5' ? { email: recopierEmail(random, card.email) } : { zip }),
      }
    case 'D6':
      return { ...base, firstname: initiales(random, card.firstname), zip }
    case 'D8':
      // Married: nothing but a row of a file knows.
      return { ...base, lastname: createFamille(random)('M').nom, email: other.email }
    case 'D7':
      return {
        ...base,
        firstname: '',
        lastname: autreForme(
          random,
          card.lastname
            .replace(/\b(?:S\.?A\.?R\.?L|S\.?A\.?S|SASU|S\.?A|SCI|EURL|SNC)\b\.?/g, '')
            .trim(),
        ),
        zip,
        birthdate: '',
        civility: '',
        is_company: true,
      }
  }
}
